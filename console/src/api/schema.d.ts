// Made by npm run types from the OpenAPI document.
export interface paths {
    "/admin/v1/api-keys/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listApiKeys"];
        put?: never;
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ApiKeyId"];
            };
            cookie?: never;
        };
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/audit/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/contacts/{id}/activities/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        get: operations["listActivities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/contacts/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        get: operations["getContactExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contact-fields/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listContactFields"];
        put?: never;
        post: operations["createContactField"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contact-fields/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ContactFieldId"];
            };
            cookie?: never;
        };
        get: operations["getContactField"];
        put?: never;
        post?: never;
        delete: operations["deleteContactField"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/contacts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/contacts/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["listContactsByFilter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/contacts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        get: operations["getContact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/email/{email}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                email: components["parameters"]["ContactEmail"];
            };
            cookie?: never;
        };
        get: operations["getContactByEmail"];
        put?: never;
        post?: never;
        delete: operations["deleteContactByEmail"];
        options?: never;
        head?: never;
        patch: operations["updateContactByEmail"];
        trace?: never;
    };
    "/contacts/external-id/{externalId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                externalId: components["parameters"]["ContactExternalId"];
            };
            cookie?: never;
        };
        get: operations["getContactByExternalId"];
        put?: never;
        post?: never;
        delete: operations["deleteContactByExternalId"];
        options?: never;
        head?: never;
        patch: operations["updateContactByExternalId"];
        trace?: never;
    };
    "/admin/v1/coupon-sets/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listManagedCouponSets"];
        put?: never;
        post: operations["createCouponSet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/coupon-sets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["CouponSetId"];
            };
            cookie?: never;
        };
        get: operations["getManagedCouponSet"];
        put?: never;
        post?: never;
        delete: operations["deleteCouponSet"];
        options?: never;
        head?: never;
        patch: operations["updateCouponSet"];
        trace?: never;
    };
    "/admin/v1/coupon-sets/{id}/codes/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["CouponSetId"];
            };
            cookie?: never;
        };
        get: operations["listCouponCodes"];
        put?: never;
        post: operations["createCouponCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/coupon-sets/{id}/codes/remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["CouponSetId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["removeCouponCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/coupon-sets/{id}/assignments/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["CouponSetId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createCouponAssignment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/custom-events/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getNewestCustomEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/custom-integrations/{id}/custom-event-types/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["CustomIntegrationId"];
            };
            cookie?: never;
        };
        get: operations["listCustomEventTypes"];
        put?: never;
        post: operations["createCustomEventType"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/custom-integrations/{id}/custom-event-types/{eventTypeId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["CustomIntegrationId"];
                eventTypeId: components["parameters"]["CustomEventTypeId"];
            };
            cookie?: never;
        };
        get: operations["getCustomEventType"];
        put?: never;
        post?: never;
        delete: operations["deleteCustomEventType"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/custom-integrations/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCustomIntegrations"];
        put?: never;
        post: operations["createCustomIntegration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/custom-integrations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["CustomIntegrationId"];
            };
            cookie?: never;
        };
        get: operations["getCustomIntegration"];
        put?: never;
        post?: never;
        delete: operations["deleteCustomIntegration"];
        options?: never;
        head?: never;
        patch: operations["updateCustomIntegration"];
        trace?: never;
    };
    "/admin/v1/deliveries/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/deliveries/retry-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["startDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/deliveries/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["startDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/deliveries/{id}/drop": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancelDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/custom-event-types/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["CustomEventTypeOfEvent"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createTestCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/exports/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listManagedExports"];
        put?: never;
        post: operations["createManagedExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/exports/type/data-explorer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createManagedDataExplorerExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/exports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ExportId"];
            };
            cookie?: never;
        };
        get: operations["getManagedExport"];
        put?: never;
        post?: never;
        delete: operations["deleteManagedExport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/filters/vocabulary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFilterVocabulary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/filters/describe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["getFilterDescription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getHold"];
        put?: never;
        post: operations["createHold"];
        delete: operations["deleteHold"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workflows/{id}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createWorkflowHold"];
        delete: operations["deleteWorkflowHold"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/contacts/{id}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        get: operations["getContactHold"];
        put?: never;
        post: operations["createContactHold"];
        delete: operations["deleteContactHold"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/imports/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listManagedImports"];
        put?: never;
        post: operations["createManagedImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ImportId"];
            };
            cookie?: never;
        };
        get: operations["getManagedImport"];
        put?: never;
        post?: never;
        delete: operations["deleteManagedImport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/imports/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ImportId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancelManagedImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/imports/trial": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createImportTrial"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOperations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/operations/bundle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOperationsBundle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/people/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPeople"];
        put?: never;
        post: operations["createPerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/people/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["PersonId"];
            };
            cookie?: never;
        };
        get: operations["getPerson"];
        put?: never;
        post?: never;
        delete: operations["deletePerson"];
        options?: never;
        head?: never;
        patch: operations["updatePerson"];
        trace?: never;
    };
    "/admin/v1/people/{id}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["PersonId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createResetLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/products/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/products/{id}/buyers": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProductId"];
            };
            cookie?: never;
        };
        get: operations["getProductBuyers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProductId"];
            };
            cookie?: never;
        };
        get: operations["getProduct"];
        put?: never;
        post?: never;
        delete: operations["deleteProduct"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/purchase-imports/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPurchaseImports"];
        put?: never;
        post: operations["createPurchaseImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/purchase-imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["PurchaseImportId"];
            };
            cookie?: never;
        };
        get: operations["getPurchaseImport"];
        put?: never;
        post?: never;
        delete: operations["deletePurchaseImport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/purchase-imports/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["PurchaseImportId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancelPurchaseImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/purchase-imports/{id}/errors": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["PurchaseImportId"];
            };
            cookie?: never;
        };
        get: operations["getPurchaseImportErrors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/purchases/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPurchases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/contacts/{id}/purchases/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        get: operations["listPurchasesOfContact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/purchases/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["PurchaseId"];
            };
            cookie?: never;
        };
        get: operations["getPurchase"];
        put?: never;
        post?: never;
        delete: operations["deletePurchase"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/reports/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listReports"];
        put?: never;
        post: operations["createReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/reports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ReportId"];
            };
            cookie?: never;
        };
        get: operations["getReport"];
        put?: never;
        post?: never;
        delete: operations["deleteReport"];
        options?: never;
        head?: never;
        patch: operations["updateReport"];
        trace?: never;
    };
    "/admin/v1/reports/{id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ReportId"];
            };
            cookie?: never;
        };
        get: operations["getReportRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/sample-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSampleData"];
        put?: never;
        post: operations["createSampleData"];
        delete: operations["deleteSampleData"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/segments/{id}/members/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["SegmentId"];
            };
            cookie?: never;
        };
        get: operations["listSegmentMembers"];
        put?: never;
        post: operations["createSegmentMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/segments/{id}/members/remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["SegmentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["removeSegmentMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/segments/{id}/members/{contactId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["SegmentId"];
                contactId: components["schemas"]["IdInput"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteSegmentMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/contacts/{id}/segments/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        get: operations["listContactSegments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/segments/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["getSegmentCount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/segments/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["getSegmentPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/segments/{id}/build": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["SegmentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["startSegmentBuild"];
        delete: operations["deleteSegmentBuild"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/segments/{id}/used-by": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["SegmentId"];
            };
            cookie?: never;
        };
        get: operations["getSegmentUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/segments/{id}/why/{contactId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["SegmentId"];
                contactId: components["schemas"]["IdInput"];
            };
            cookie?: never;
        };
        get: operations["getSegmentReasons"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/segments/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSegments"];
        put?: never;
        post: operations["createSegment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/segments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["SegmentId"];
            };
            cookie?: never;
        };
        get: operations["getSegment"];
        put?: never;
        post?: never;
        delete: operations["deleteSegment"];
        options?: never;
        head?: never;
        patch: operations["updateSegment"];
        trace?: never;
    };
    "/admin/v1/sessions/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSessions"];
        put?: never;
        post: operations["createSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/sessions/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteOwnSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSetup"];
        put?: never;
        post: operations["createOwnPerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateMe"];
        trace?: never;
    };
    "/admin/v1/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createOwnPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/me/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["startSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/me/second-factor/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["finishSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/me/second-factor/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["removeSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/test-clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["startTestClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/store": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getStoreSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateStoreSettings"];
        trace?: never;
    };
    "/admin/v1/contact-fields/{id}/used-by": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ContactFieldId"];
            };
            cookie?: never;
        };
        get: operations["listContactFieldUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/custom-event-types/{id}/used-by": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["CustomEventTypeOfEvent"];
            };
            cookie?: never;
        };
        get: operations["listCustomEventTypeUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/coupon-sets/{id}/used-by": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["CouponSetId"];
            };
            cookie?: never;
        };
        get: operations["listCouponSetUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/custom-event-types/{id}/hook": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["CustomEventTypeOfEvent"];
            };
            cookie?: never;
        };
        get: operations["getHook"];
        put?: never;
        post: operations["createHookAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateHook"];
        trace?: never;
    };
    "/admin/v1/custom-event-types/{id}/signing-secret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["CustomEventTypeOfEvent"];
            };
            cookie?: never;
        };
        get: operations["getSigningSecrets"];
        put?: never;
        post: operations["createSigningSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workflows/vocabulary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWorkflowVocabulary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workflows/{id}/simulations": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["getWorkflowSimulation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workflows/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["publishWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workflows/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["pauseWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workflows/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resumeWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workflows/{id}/finish": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["finishWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workflows/{id}/numbers": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        get: operations["getWorkflowNumbers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workflows/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listManagedWorkflows"];
        put?: never;
        post: operations["createWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workflows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        get: operations["getManagedWorkflow"];
        put?: never;
        post?: never;
        delete: operations["deleteWorkflow"];
        options?: never;
        head?: never;
        patch: operations["updateWorkflow"];
        trace?: never;
    };
    "/admin/v1/workflows/{id}/entering": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        get: operations["getWorkflowEntering"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workflows/{id}/why/{contactId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WorkflowId"];
                contactId: components["schemas"]["IdInput"];
            };
            cookie?: never;
        };
        get: operations["getWorkflowReasons"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workflows/{id}/runs/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workflows/{id}/runs/batch": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createRuns"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workflows/{id}/trial": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createTrial"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workflows/{id}/runs/{runId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WorkflowId"];
                runId: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        get: operations["getRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workflows/{id}/runs/{runId}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WorkflowId"];
                runId: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["stopRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workflows/{id}/runs/{runId}/skip": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WorkflowId"];
                runId: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["skipRunNode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workflows/{id}/nodes/{node}/runs/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WorkflowId"];
                node: components["parameters"]["WorkflowNodeId"];
            };
            cookie?: never;
        };
        get: operations["listRunsAtNode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workflows/{id}/nodes/{node}/runs/stop": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WorkflowId"];
                node: components["parameters"]["WorkflowNodeId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["stopRunsAtNode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workflows/{id}/nodes/{node}/runs/skip": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WorkflowId"];
                node: components["parameters"]["WorkflowNodeId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["skipRunsAtNode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/contacts/{id}/runs/": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        get: operations["listContactRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Activity: {
            id: components["schemas"]["Id"];
            kind: components["schemas"]["ActivityKind"];
            at: components["schemas"]["Timestamp"];
            data: Record<string, never>;
            moment: Record<string, never>;
            purchase?: components["schemas"]["Purchase"];
        };
        /** @enum {string} */
        ActivityKind: "contact-created" | "contact-identified" | "contact-merged" | "contact-updated" | "contact-entered-segment" | "contact-exited-segment" | "login" | "register" | "newsletter-subscribe" | "web-page-visited" | "web-content-opened" | "web-link-clicked" | "web-form-submitted" | "search" | "product-visited" | "product-searched" | "cart-product-added" | "cart-product-removed" | "cart-abandoned" | "purchase" | "coupon-assigned" | "email-sent" | "email-sent-alert" | "email-opened" | "email-link-clicked" | "email-bounce" | "email-spam-report" | "email-unsubscribed" | "sms-sent" | "sms-sent-alert" | "sms-bounce" | "push-notification-subscribed" | "push-notification-unsubscribed" | "push-notification-opened" | "push-notification-link-clicked" | "push-notification-error" | "custom-event";
        ActivityList: {
            links: components["schemas"]["ListLinks"];
            results: components["schemas"]["Activity"][];
        };
        /** @enum {string} */
        ActivityType: "contact-created" | "contact-identified" | "contact-merged" | "contact-updated" | "contact-entered-segment" | "contact-exited-segment" | "login" | "register" | "newsletter-subscribe" | "web-page-visited" | "web-content-opened" | "web-link-clicked" | "web-form-submitted" | "search" | "product-visited" | "product-searched" | "cart-product-added" | "cart-product-removed" | "cart-abandoned" | "purchase" | "coupon-assigned" | "email-sent" | "email-sent-alert" | "email-opened" | "email-link-clicked" | "email-bounce" | "email-spam-report" | "email-unsubscribed" | "sms-sent" | "sms-sent-alert" | "sms-bounce" | "push-notification-subscribed" | "push-notification-unsubscribed" | "push-notification-opened" | "push-notification-link-clicked" | "push-notification-error" | "custom-event" | "contact-added-to-gads-audience" | "contact-removed-from-gads-audience" | "facebook-contact-sent" | "push-notification-migrate-subscription" | "entity-created" | "entity-identified" | "entity-merged" | "entity-updated" | "entity-entered-segment" | "entity-exited-segment" | "entity-added-to-gads-audience" | "entity-removed-from-gads-audience";
        Alias: string;
        ApiKey: {
            id: components["schemas"]["ApiKeyId"];
            name: string;
            scopes: components["schemas"]["Scope"][];
            expiresAt?: components["schemas"]["Timestamp"];
            requestsPerMinute?: number;
            createdAt: components["schemas"]["Timestamp"];
            lastUsedAt?: components["schemas"]["Timestamp"];
        };
        ApiKeyCreate: {
            name: string;
            scopes: components["schemas"]["Scope"][];
            expiresAt?: string | null;
            requestsPerMinute?: number | null;
        };
        ApiKeyCreated: {
            id: components["schemas"]["ApiKey"]["id"];
            name: components["schemas"]["ApiKey"]["name"];
            scopes: components["schemas"]["ApiKey"]["scopes"];
            expiresAt?: components["schemas"]["ApiKey"]["expiresAt"];
            requestsPerMinute?: components["schemas"]["ApiKey"]["requestsPerMinute"];
            createdAt: components["schemas"]["ApiKey"]["createdAt"];
            lastUsedAt?: components["schemas"]["ApiKey"]["lastUsedAt"];
            secret: string;
        };
        ApiKeyId: string;
        ApiKeyList: {
            links: components["schemas"]["ListLinks"];
            results: components["schemas"]["ApiKey"][];
        };
        AuditEntry: {
            id: components["schemas"]["Id"];
            at: components["schemas"]["Timestamp"];
            actor: string;
            action: string;
            subject: string;
            changes: string[];
            values: {
                field: string;
                before: unknown;
                after: unknown;
            }[];
        };
        AuditList: {
            links: components["schemas"]["ListLinks"];
            results: components["schemas"]["AuditEntry"][];
        };
        CameInEvent: {
            id: components["schemas"]["Id"];
            at: components["schemas"]["Timestamp"];
            contactId: components["schemas"]["Id"];
            email?: string;
            eventTypeId: components["schemas"]["Id"];
            values: Record<string, never>;
        };
        Contact: {
            readonly id: components["schemas"]["Id"];
            _email?: components["schemas"]["EmailAddress"];
            _externalId?: components["schemas"]["ExternalId"];
            _name?: string;
            _surname?: string;
            _birthdate?: components["schemas"]["Timestamp"];
            _mobilePhone?: components["schemas"]["PhoneNumber"];
            /** @enum {string} */
            _mobilePhoneStatus?: "active" | "bounced" | "paused";
            /** @enum {string} */
            _emailStatus: "active" | "bounced" | "paused" | "banned";
            /** @enum {string} */
            _newsletterSubscriptionStatus: "subscribed" | "unsubscribed" | "none";
            /** @enum {string} */
            _smsSubscriptionStatus: "subscribed" | "unsubscribed" | "none";
            _points: components["schemas"]["Integer"];
            readonly _emailBouncedReason?: string;
            readonly _emailLastBouncedDate?: components["schemas"]["Timestamp"];
            readonly _emailLastSoftBounceDate?: components["schemas"]["Timestamp"];
            readonly _emailSoftBounces: components["schemas"]["Count"];
            readonly _emailLastUnsubscribedDate?: components["schemas"]["Timestamp"];
            readonly _emailLastUnsubscribedIp?: string;
            readonly _hasPushSubscriptions: boolean;
            readonly _isAnonymous: boolean;
            readonly _createdAt: components["schemas"]["Timestamp"];
            readonly _updatedAt: components["schemas"]["Timestamp"];
            readonly _totalPurchases: components["schemas"]["Count"];
            readonly _totalPurchasesAmount: components["schemas"]["Decimal"];
            readonly _averagePurchasesAmount: components["schemas"]["Decimal"];
            readonly _firstPurchaseDate?: components["schemas"]["Timestamp"];
            readonly _lastPurchaseDate?: components["schemas"]["Timestamp"];
            readonly _recency?: components["schemas"]["RfmScore"];
            readonly _frequency?: components["schemas"]["RfmScore"];
            readonly _monetary?: components["schemas"]["RfmScore"];
            /** @enum {string} */
            readonly _rfm?: "champions" | "loyal-customers" | "potential-loyalists" | "new-customers" | "promising" | "need-attention" | "about-to-sleep" | "at-risk" | "cannot-lose-them" | "hibernating" | "lost";
            readonly _clv: number | null;
            readonly _pAlive: number | null;
            readonly _churnRate: number | null;
            readonly _expectedPurchases: number | null;
        } & {
            [key: string]: components["schemas"]["CustomValue"];
        };
        ContactExport: {
            exportedAt: components["schemas"]["Timestamp"];
            contact: components["schemas"]["Contact"];
            segments: components["schemas"]["ContactSegment"][];
            keptAnswers: {
                count: components["schemas"]["Count"];
                keptUntil?: components["schemas"]["Timestamp"];
            };
            coupons: {
                couponSetId: components["schemas"]["Id"];
                couponSetName: string;
                code: components["schemas"]["CouponCode"];
                assignedAt: components["schemas"]["Timestamp"];
            }[];
            activities: components["schemas"]["Activity"][];
            /** Format: uri */
            moreActivities?: string;
        };
        ContactField: {
            id: string | components["schemas"]["SystemFieldId"] | components["schemas"]["CustomFieldId"];
            name: string;
            type: components["schemas"]["FieldType"];
            custom: boolean;
            required: boolean;
            readOnly: boolean;
            /** @constant */
            status: "active";
            defaultValue?: components["schemas"]["CustomValue"];
            defaultCountryCode?: components["schemas"]["CountryCode"];
            maxLength?: number;
            minValue?: components["schemas"]["Decimal"];
            maxValue?: components["schemas"]["Decimal"];
            minDate?: components["schemas"]["Timestamp"];
            maxDate?: components["schemas"]["Timestamp"];
            options?: components["schemas"]["FieldOption"][];
        };
        ContactFieldCreate: {
            id: components["schemas"]["CustomFieldId"];
            name: string;
            type: components["schemas"]["FieldType"];
            required?: boolean | null;
            defaultValue?: string | number | boolean | string[] | null;
            defaultCountryCode?: string | null;
            maxLength?: number | null;
            minValue?: components["schemas"]["DecimalInputOrNull"];
            maxValue?: components["schemas"]["DecimalInputOrNull"];
            minDate?: components["schemas"]["TimeInputOrNull"];
            maxDate?: components["schemas"]["TimeInputOrNull"];
            options?: components["schemas"]["FieldOptionInput"][] | null;
        } & (unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown & unknown);
        ContactFieldList: {
            links: components["schemas"]["ListLinks"];
            results: components["schemas"]["ContactField"][];
        };
        ContactList: {
            links: components["schemas"]["ListLinks"];
            results: components["schemas"]["Contact"][];
            lookedAt?: components["schemas"]["Count"];
        };
        ContactPatch: {
            _email?: components["schemas"]["EmailAddress"];
            _externalId?: string | null;
            _name?: string | null;
            _surname?: string | null;
            _birthdate?: components["schemas"]["TimeInputOrNull"];
            _mobilePhone?: string | null;
            /** @enum {string} */
            _mobilePhoneStatus?: "active" | "bounced" | "paused";
            /** @enum {string} */
            _emailStatus?: "active" | "bounced" | "paused" | "banned";
            /** @enum {string} */
            _newsletterSubscriptionStatus?: "subscribed" | "unsubscribed" | "none";
            /** @enum {string} */
            _smsSubscriptionStatus?: "subscribed" | "unsubscribed" | "none";
            _points?: components["schemas"]["Integer"];
        } & {
            [key: string]: components["schemas"]["CustomPatchValue"];
        };
        ContactPatchByExternalId: {
            _email?: string | null;
            _externalId?: components["schemas"]["ExternalId"];
            _name?: components["schemas"]["ContactPatch"]["_name"];
            _surname?: components["schemas"]["ContactPatch"]["_surname"];
            _birthdate?: components["schemas"]["ContactPatch"]["_birthdate"];
            _mobilePhone?: components["schemas"]["ContactPatch"]["_mobilePhone"];
            _mobilePhoneStatus?: components["schemas"]["ContactPatch"]["_mobilePhoneStatus"];
            _emailStatus?: components["schemas"]["ContactPatch"]["_emailStatus"];
            _newsletterSubscriptionStatus?: components["schemas"]["ContactPatch"]["_newsletterSubscriptionStatus"];
            _smsSubscriptionStatus?: components["schemas"]["ContactPatch"]["_smsSubscriptionStatus"];
            _points?: components["schemas"]["ContactPatch"]["_points"];
        } & {
            [key: string]: components["schemas"]["CustomPatchValue"];
        };
        ContactSearch: {
            filter: components["schemas"]["Filter"];
            cursor?: string | null;
            pageSize?: number | null;
        };
        ContactSegment: {
            segmentId: components["schemas"]["Id"];
            name: string;
            kind: components["schemas"]["SegmentKind"];
            enteredAt: components["schemas"]["Timestamp"];
        };
        ContactSegmentList: {
            links: components["schemas"]["ListLinks"];
            results: components["schemas"]["ContactSegment"][];
        };
        Count: number;
        CountryCode: string;
        Coupon: {
            code: components["schemas"]["CouponCode"];
            /** @enum {string} */
            state: "available" | "assigned";
            contactId?: components["schemas"]["Id"];
            assignedAt?: components["schemas"]["Timestamp"];
            createdAt: components["schemas"]["Timestamp"];
        };
        CouponAssignment: {
            couponSetId: components["schemas"]["Id"];
            contactId: components["schemas"]["Id"];
            code: components["schemas"]["CouponCode"];
            assignedAt: components["schemas"]["Timestamp"];
        };
        CouponClaim: {
            contactId?: string | null;
            contactEmail?: string | null;
            contactExternalId?: string | null;
        };
        CouponCode: string;
        CouponCodes: {
            codes: components["schemas"]["CouponCode"][];
        };
        CouponList: {
            links: components["schemas"]["ListLinks"];
            results: components["schemas"]["Coupon"][];
        };
        CouponSetCreate: {
            name: string;
            /** @enum {string} */
            type: "single" | "multiple";
            code?: string | null;
            codes?: components["schemas"]["CouponCode"][] | null;
            quantity?: number | null;
            alertThreshold?: number | null;
            expiresAt?: components["schemas"]["TimeInputOrNull"];
        };
        CouponSetPatch: {
            name?: string;
            quantity?: number | null;
            alertThreshold?: number | null;
            expiresAt?: components["schemas"]["TimeInputOrNull"];
        };
        CustomEventField: {
            id: string;
            name: string;
            type: components["schemas"]["FieldType"];
            required: boolean;
            isPrimaryKey: boolean;
            options?: components["schemas"]["FieldOption"][];
            defaultCountryCode?: components["schemas"]["CountryCode"];
            jsonPointerPath?: string;
        };
        CustomEventFieldCreate: {
            id: components["schemas"]["CustomEventField"]["id"];
            name: components["schemas"]["CustomEventField"]["name"];
            type: components["schemas"]["CustomEventField"]["type"];
            /** @default false */
            required: boolean | null;
            /** @default false */
            isPrimaryKey: boolean | null;
            options?: components["schemas"]["FieldOptionInput"][] | null;
            defaultCountryCode?: string | null;
            jsonPointerPath?: string | null;
        } & (unknown & unknown & unknown);
        CustomEventTail: {
            newest: string;
            hasMore: boolean;
            events: components["schemas"]["CameInEvent"][];
        };
        CustomEventType: {
            id: components["schemas"]["Id"];
            name: string;
            /** @enum {string} */
            category: "send" | "receive";
            alias?: components["schemas"]["Alias"];
            /** @enum {string} */
            receiveType?: "api" | "webhook" | "web-mobile-app";
            icon?: string;
            fields: components["schemas"]["CustomEventField"][];
            webhookUrl?: string;
            webhookHeaders?: components["schemas"]["WebhookHeader"][];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        CustomEventTypeCreate: {
            name: components["schemas"]["CustomEventType"]["name"];
            category: components["schemas"]["CustomEventType"]["category"];
            alias?: string | null;
            /** @enum {string|null} */
            receiveType?: "api" | "webhook" | "web-mobile-app" | null;
            icon?: string | null;
            fields?: components["schemas"]["CustomEventFieldCreate"][] | null;
            webhookUrl?: string | null;
            webhookHeaders?: components["schemas"]["WebhookHeaderCreate"][] | null;
        };
        CustomEventTypeList: {
            links: components["schemas"]["ListLinks"];
            results: components["schemas"]["CustomEventType"][];
        };
        CustomFieldId: string;
        CustomIntegration: {
            id: components["schemas"]["Id"];
            name: string;
            eventsEnabled: boolean;
            color?: string;
            description?: string;
            imageUri: string | null;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        CustomIntegrationCreate: {
            name: string;
            eventsEnabled: boolean;
            color?: string | null;
            description?: string | null;
            imageUri?: string | null;
        };
        CustomIntegrationList: {
            links: components["schemas"]["ListLinks"];
            results: components["schemas"]["CustomIntegration"][];
        };
        CustomIntegrationPatch: {
            name?: string;
            eventsEnabled?: boolean;
            color?: string | null;
            description?: string | null;
            imageUri?: string | null;
        };
        CustomPatchValue: string | number | boolean | string[] | null;
        CustomValue: string | number | boolean | string[];
        DataExplorerExportCreate: {
            delimiter: components["schemas"]["Delimiter"];
            filters: {
                reportId: components["schemas"]["IdInput"];
                fromDate: components["schemas"]["Day"];
                toDate: components["schemas"]["Day"];
            };
        };
        /** @enum {string} */
        DateFormat: "ISO" | "L" | "LL" | "LLL";
        /** Format: date */
        Day: string;
        Decimal: number;
        DecimalInputOrNull: number | null;
        /** @enum {string} */
        Delimiter: "," | ";";
        Delivery: {
            id: components["schemas"]["Id"];
            state: components["schemas"]["DeliveryState"];
            reason?: string;
            eventTypeId: components["schemas"]["Id"];
            contactId?: components["schemas"]["Id"];
            workflowId?: components["schemas"]["Id"];
            runId?: components["schemas"]["Id"];
            node?: string;
            createdAt: components["schemas"]["Timestamp"];
            dueAt?: components["schemas"]["Timestamp"];
            expiresAt?: components["schemas"]["Timestamp"];
            endedAt?: components["schemas"]["Timestamp"];
            attempts: components["schemas"]["DeliveryAttempt"][];
            request?: {
                url?: string;
                headers?: {
                    name: string;
                    /** @constant */
                    value: "***";
                }[];
                body: string;
            };
        };
        DeliveryAttempt: {
            at: components["schemas"]["Timestamp"];
            status?: number;
            error?: string;
            answer?: string;
        };
        DeliveryList: {
            links: components["schemas"]["ListLinks"];
            results: components["schemas"]["Delivery"][];
        };
        DeliveryRetry: {
            eventTypeId: components["schemas"]["IdInput"];
            from?: components["schemas"]["TimeInputOrNull"];
            to?: components["schemas"]["TimeInputOrNull"];
        };
        DeliveryRetryResult: {
            retried: number;
            areMoreLeft: boolean;
        };
        /** @enum {string} */
        DeliveryState: "waiting" | "taken" | "done" | "dead" | "held" | "skipped";
        DomainPattern: string;
        EmailAddress: string;
        Export: {
            id: components["schemas"]["Id"];
            /** @enum {string} */
            exportType: "contacts" | "activities" | "data-explorer" | "webhooks-execution-logs";
            /** @enum {string} */
            status: "queued" | "inProgress" | "finished" | "error";
            progress: components["schemas"]["Count"];
            total: components["schemas"]["Count"];
            origin: components["schemas"]["Origin"];
            dateFormat: components["schemas"]["DateFormat"];
            delimiter: components["schemas"]["Delimiter"];
            filters?: components["schemas"]["ExportFilters"];
            /** @constant */
            personalFields?: false;
            version: components["schemas"]["ExportVersion"];
            /** @constant */
            fileExtension: "zip";
            fileName?: string;
            /** Format: uri */
            fileUrl?: string;
            createdAt: components["schemas"]["Timestamp"];
            finishedAt?: components["schemas"]["Timestamp"];
        };
        ExportCreate: {
            /** @enum {string} */
            exportType: "contacts" | "activities";
            delimiter: components["schemas"]["Delimiter"];
            dateFormat: components["schemas"]["DateFormat"];
            /**
             * @default v1
             * @enum {string|null}
             */
            version: "v1" | "v2" | "v3" | "v4" | "v5" | "v6" | null;
            filters?: {
                segmentId?: string | null;
                fromDate?: components["schemas"]["TimeInputOrNull"];
                toDate?: components["schemas"]["TimeInputOrNull"];
                activityTypes?: components["schemas"]["ActivityType"][] | null;
                activityType?: components["schemas"]["ActivityType"][] | string | null;
            } | null;
        };
        ExportFilters: {
            segmentId?: components["schemas"]["Id"];
            reportId?: components["schemas"]["Id"];
            fromDate?: string;
            toDate?: string;
            activityTypes?: components["schemas"]["ActivityType"][];
            filter?: components["schemas"]["Filter"];
        };
        ExportList: {
            links: components["schemas"]["ListLinks"];
            results: components["schemas"]["Export"][];
        };
        /** @enum {string} */
        ExportVersion: "v1" | "v2" | "v3" | "v4" | "v5" | "v6";
        ExternalId: string;
        FieldOption: {
            id: string;
            label: string;
        };
        FieldOptionInput: {
            id: components["schemas"]["FieldOption"]["id"];
            label: components["schemas"]["FieldOption"]["label"];
        };
        /** @enum {string} */
        FieldType: "text" | "email" | "phone" | "integer" | "decimal" | "date" | "checkbox" | "radio" | "boolean";
        Filter: Record<string, never>;
        FilterDescription: {
            text: string;
        };
        FilterField: {
            id: string;
            name: string;
            kind: string;
            options?: {
                id: string;
                label: string;
            }[];
        };
        FilterOrNothing: Record<string, never> | null;
        FilterToDescribe: {
            filter: components["schemas"]["Filter"];
            /** @enum {string} */
            language: "en" | "es";
        };
        FilterVocabulary: {
            kinds: {
                kind: string;
                operators: {
                    is: string;
                    operands: string[];
                    fitsMissing: boolean;
                }[];
            }[];
            fields: components["schemas"]["FilterField"][];
            purchaseProperties: {
                name: string;
                /** @enum {string} */
                on: "item" | "purchase";
                kind: string;
                words?: string[];
            }[];
            events: {
                id: components["schemas"]["Id"];
                alias?: string;
                name: string;
                fields: components["schemas"]["FilterField"][];
            }[];
            activities: {
                kind: string;
                /** @enum {string} */
                subject?: "workflowId" | "couponSetId";
            }[];
            measures: {
                purchases: string[];
                event: string[];
                activity: string[];
            };
            bounds: string[];
            within: string[][];
            segments: components["schemas"]["SegmentName"][];
            limits: {
                levels: number;
                tests: number;
                values: number;
                where: number;
                textCharacters: number;
                historyRows: number;
            };
        };
        Filtered: {
            filter: components["schemas"]["Filter"];
        };
        Hold: {
            reason: string | null;
            since: components["schemas"]["Timestamp"] | null;
        };
        HoldRequest: {
            reason: string;
        };
        Hook: {
            /** Format: uri */
            url: string;
            hasSecret: boolean;
            createdAt: components["schemas"]["Timestamp"];
        };
        HookPatch: {
            secret?: string | null;
        };
        Id: string;
        IdInput: string;
        Import: {
            id: components["schemas"]["Id"];
            /** @enum {string} */
            type: "contacts" | "products" | "coupons";
            /** @enum {string} */
            status: "queued" | "inProgress" | "finished" | "error" | "cancelled";
            total: components["schemas"]["Count"];
            success: components["schemas"]["Count"];
            errors: components["schemas"]["Count"];
            options: {
                delimiter: components["schemas"]["Delimiter"];
                overrideExisting: boolean;
                updateOnlyEmptyFields: boolean;
                couponSetId?: components["schemas"]["Id"];
                segmentId?: components["schemas"]["Id"];
            };
            origin: components["schemas"]["Origin"];
            createdAt: components["schemas"]["Timestamp"];
            startedAt?: components["schemas"]["Timestamp"];
            finishedAt?: components["schemas"]["Timestamp"];
            cancelledAt?: components["schemas"]["Timestamp"];
            errorReason?: string;
            /** Format: uri */
            errorReportFileUrl?: string;
        };
        ImportColumn: {
            name: string;
            understoodAs?: string;
            /** @enum {unknown} */
            ignoredBecause?: "unknown" | "read-only";
            type?: string;
            examples: string[];
        };
        ImportList: {
            links: components["schemas"]["ListLinks"];
            results: components["schemas"]["Import"][];
        };
        ImportRefusal: {
            line: number;
            reason: string;
        };
        ImportTrial: {
            /** @enum {unknown} */
            type: "contacts" | "products" | "coupons";
            total: number;
            lookedAt: number;
            columns: components["schemas"]["ImportColumn"][];
            refused: components["schemas"]["ImportRefusal"][];
        };
        Integer: number;
        InvitedPerson: {
            id: components["schemas"]["Id"];
            name: components["schemas"]["Person"]["name"];
            email: components["schemas"]["Person"]["email"];
            role: components["schemas"]["Role"];
            language: components["schemas"]["Person"]["language"];
            isDisabled: components["schemas"]["Person"]["isDisabled"];
            isInvited: components["schemas"]["Person"]["isInvited"];
            secondFactor: components["schemas"]["Person"]["secondFactor"];
            createdAt: components["schemas"]["Person"]["createdAt"];
            updatedAt: components["schemas"]["Person"]["updatedAt"];
            link: components["schemas"]["PersonLink"]["link"];
        };
        ListLinks: {
            /** Format: uri */
            next?: string;
            /** Format: uri */
            prev: string | null;
        };
        Live: {
            number: number;
            askAgainIn: number;
        };
        ManagedCouponSet: {
            id: components["schemas"]["Id"];
            name: string;
            /** @enum {string} */
            type: "single" | "multiple";
            code?: components["schemas"]["CouponCode"];
            quantity: number | null;
            available: number | null;
            assigned: components["schemas"]["Count"];
            usedInWorkflows: {
                workflowId: components["schemas"]["Id"];
            }[];
            alertThreshold?: number;
            isLow: boolean;
            expiresAt?: components["schemas"]["Timestamp"];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        ManagedCouponSetList: {
            links: components["schemas"]["ListLinks"];
            results: components["schemas"]["ManagedCouponSet"][];
        };
        ManagedExportCreate: {
            /** @enum {string} */
            exportType: "contacts" | "activities" | "webhooks-execution-logs";
            delimiter: components["schemas"]["ExportCreate"]["delimiter"];
            dateFormat: components["schemas"]["ExportCreate"]["dateFormat"];
            version?: components["schemas"]["ExportCreate"]["version"];
            /** @default true */
            personalFields: boolean | null;
            filters?: {
                segmentId?: string | null;
                fromDate?: components["schemas"]["TimeInputOrNull"];
                toDate?: components["schemas"]["TimeInputOrNull"];
                activityTypes?: components["schemas"]["ActivityType"][] | null;
                activityType?: components["schemas"]["ActivityType"][] | string | null;
                filter?: components["schemas"]["FilterOrNothing"];
            } | null;
        };
        ManagedImportCreate: {
            /** @enum {string} */
            type: "contacts" | "products" | "coupons";
            delimiter: components["schemas"]["Delimiter"];
            /** @enum {string} */
            overrideExisting: "true" | "false";
            /** @enum {string} */
            updateOnlyEmptyFields: "true" | "false";
            couponSetId?: components["schemas"]["IdInput"];
            segmentId?: components["schemas"]["IdInput"];
            file: string;
        } & (unknown & unknown);
        ManagedStore: {
            id: components["schemas"]["Store"]["id"];
            name: components["schemas"]["Store"]["name"];
            currency: components["schemas"]["Store"]["currency"];
            timezone: components["schemas"]["Store"]["timezone"];
            language: components["schemas"]["Store"]["language"];
            allowedDomains: components["schemas"]["Store"]["allowedDomains"];
            defaultCountryCode: components["schemas"]["Store"]["defaultCountryCode"];
            createdAt: components["schemas"]["Store"]["createdAt"];
            updatedAt: components["schemas"]["Store"]["updatedAt"];
            incidentEventTypeId?: components["schemas"]["Id"];
        };
        ManagedWorkflow: {
            id: components["schemas"]["Id"];
            name: string;
            /** @enum {string} */
            status: "draft" | "active" | "paused" | "finished";
            tags: string[];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            startedAt?: components["schemas"]["Timestamp"];
            finishedAt?: components["schemas"]["Timestamp"];
            version?: number;
            hold?: string;
            definition: components["schemas"]["WorkflowDefinition"];
            incidents: components["schemas"]["WorkflowIncident"][];
        };
        ManyRuns: {
            expected: components["schemas"]["Count"];
        };
        Me: {
            person: {
                id: components["schemas"]["Person"]["id"];
                name: components["schemas"]["Person"]["name"];
                email: components["schemas"]["Person"]["email"];
                role: components["schemas"]["Role"];
                language: components["schemas"]["Person"]["language"];
            } | null;
            scopes: components["schemas"]["Scope"][];
            secondFactor: boolean;
            expiresAt: string | null;
        };
        MePatch: {
            name?: string;
            /** @enum {string} */
            language?: "en" | "es";
        };
        MovedRuns: {
            count: components["schemas"]["Count"];
            areMoreLeft: boolean;
        };
        NamedContact: {
            id?: string | null;
            email?: string | null;
            externalId?: string | null;
        } & ({
            id: string;
        } | {
            email: string;
        } | {
            externalId: string;
        });
        NamedContacts: {
            contacts: components["schemas"]["NamedContact"][];
        };
        NodeNumbers: {
            entered: number;
            waiting: number;
            left: {
                [key: string]: number;
            };
            skipped: {
                [key: string]: number;
            };
            failed: number;
            ended: {
                [key: string]: number;
            };
        };
        Operations: {
            version: string;
            startedAt: components["schemas"]["Timestamp"];
            /** @enum {unknown} */
            storage: "sqlite" | "postgresql";
            isDamaged: boolean;
            lagSeconds: number;
            queues: {
                changes: number;
                calls: number;
                deadCalls: number;
                deadLetters: number;
                imports: number;
                exports: number;
            };
            disk: {
                usedBytes: number;
                freeBytes: number;
                isFull: boolean;
                daysUntilFull: number | null;
            } | null;
            backup: {
                madeAt: components["schemas"]["Timestamp"] | null;
                bytes: number | null;
                failedAt: components["schemas"]["Timestamp"] | null;
            } | null;
            restore: {
                triedAt: components["schemas"]["Timestamp"] | null;
                backupMadeAt: components["schemas"]["Timestamp"] | null;
            } | null;
        };
        OperationsBundle: {
            madeAt: components["schemas"]["Timestamp"];
            operations: components["schemas"]["Operations"];
            settings: {
                timezone: string;
                currency: string;
                isOnHold: boolean;
                importBytesMax: number;
                hookRequestsPerMinute: number;
                guardsFormulas: boolean;
                privateWebhooks: boolean;
                hasTestClock: boolean;
            };
            counts: {
                apiKeys: number;
                people: number;
                sessions: number;
                hooks: number;
                segments: number;
                workflows: number;
                couponSets: number;
            };
            metrics: string;
        };
        /** @enum {string} */
        Origin: "api" | "app";
        OwnPassword: {
            password: string;
        };
        PasswordChange: {
            current: string;
            new: string;
        };
        Person: {
            id: components["schemas"]["Id"];
            name: string;
            email: string;
            role: components["schemas"]["Role"];
            /** @enum {string} */
            language: "en" | "es";
            isDisabled: boolean;
            isInvited: boolean;
            secondFactor: boolean;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        PersonCreate: {
            email: string;
            name?: string | null;
            role: components["schemas"]["Role"];
            /** @enum {string|null} */
            language?: "en" | "es" | null;
        };
        PersonLink: {
            link: string;
        };
        PersonList: {
            links: components["schemas"]["ListLinks"];
            results: components["schemas"]["Person"][];
        };
        PersonPatch: {
            name?: string;
            role?: components["schemas"]["Role"];
            isDisabled?: boolean;
        };
        PhoneNumber: string;
        Product: {
            readonly id: components["schemas"]["Id"];
            readonly productId: string;
            name: string;
            productDetailUrl: string;
            unitPrice: components["schemas"]["Decimal"];
            unitPriceOriginal?: components["schemas"]["Decimal"];
            unitPriceWithoutVAT?: components["schemas"]["Decimal"];
            brand?: string;
            description?: string;
            categories?: string[];
            tags?: string[];
            customField1?: string;
            customField2?: string;
            customField3?: string;
            discountedAmount?: components["schemas"]["Decimal"];
            discountedPercentage?: number;
            imageUrl?: string;
            thumbnailUrl?: string;
            publishedAt?: components["schemas"]["Timestamp"];
            rating?: number;
            ratingCount?: components["schemas"]["Count"];
            reviewCount?: components["schemas"]["Count"];
            /** @enum {string} */
            availability: "instock" | "outofstock" | "unverified" | "discontinued";
            inStockUnits?: components["schemas"]["Integer"];
            isBlacklisted: boolean;
            priority: components["schemas"]["Integer"];
            relatedExternalProductIds?: string[];
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly updatedAt: components["schemas"]["Timestamp"];
        };
        ProductBuyers: {
            lookedAt: number;
            isAll: boolean;
            purchases: number;
            units: number;
            buyers: number;
            newest: components["schemas"]["PurchaseSummary"][];
            alsoBought: {
                id: components["schemas"]["Product"]["id"];
                productId: components["schemas"]["Product"]["productId"];
                name: string;
                buyers: number;
            }[];
        };
        ProductList: {
            links: components["schemas"]["ListLinks"];
            results: components["schemas"]["Product"][];
        };
        Purchase: {
            readonly id: components["schemas"]["Id"];
            purchaseId: string;
            readonly contactId?: components["schemas"]["Id"];
            contactEmail?: components["schemas"]["EmailAddress"];
            contactExternalId?: components["schemas"]["ExternalId"];
            products: components["schemas"]["PurchaseItem"][];
            totalPrice: components["schemas"]["Decimal"];
            totalQuantity: components["schemas"]["Integer"];
            cartId?: string;
            paymentMethod?: string;
            /** @enum {string} */
            sourceType?: "marketplace" | "digital-store" | "point-of-sale" | "third-party" | "other";
            sourceName?: string;
            purchaseDate: components["schemas"]["Timestamp"];
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly updatedAt: components["schemas"]["Timestamp"];
        };
        PurchaseImport: {
            id: components["schemas"]["Id"];
            /** @constant */
            type: "purchases";
            /** @enum {string} */
            status: "queued" | "inProgress" | "finished" | "error" | "cancelled";
            total: components["schemas"]["Count"];
            success: components["schemas"]["Count"];
            errors: components["schemas"]["Count"];
            options: {
                /** @enum {string} */
                format: "csv" | "ndjson";
                delimiter?: components["schemas"]["Delimiter"];
            };
            origin: components["schemas"]["Origin"];
            createdAt: components["schemas"]["Timestamp"];
            startedAt?: components["schemas"]["Timestamp"];
            finishedAt?: components["schemas"]["Timestamp"];
            cancelledAt?: components["schemas"]["Timestamp"];
            errorReason?: string;
        };
        PurchaseImportList: {
            links: components["schemas"]["ListLinks"];
            results: components["schemas"]["PurchaseImport"][];
        };
        PurchaseItem: {
            readonly id: components["schemas"]["Id"];
            productId: string;
            quantity: number;
            price: components["schemas"]["Decimal"];
            name: components["schemas"]["Product"]["name"];
            productDetailUrl: components["schemas"]["Product"]["productDetailUrl"];
            unitPrice: components["schemas"]["Decimal"];
            unitPriceOriginal?: components["schemas"]["Product"]["unitPriceOriginal"];
            unitPriceWithoutVAT?: components["schemas"]["Decimal"];
            brand?: components["schemas"]["Product"]["brand"];
            description?: components["schemas"]["Product"]["description"];
            categories?: components["schemas"]["Product"]["categories"];
            tags?: components["schemas"]["Product"]["tags"];
            customField1?: components["schemas"]["Product"]["customField1"];
            customField2?: components["schemas"]["Product"]["customField2"];
            customField3?: components["schemas"]["Product"]["customField3"];
            discountedAmount?: components["schemas"]["Product"]["discountedAmount"];
            discountedPercentage?: components["schemas"]["Product"]["discountedPercentage"];
            imageUrl?: components["schemas"]["Product"]["imageUrl"];
            thumbnailUrl?: components["schemas"]["Product"]["thumbnailUrl"];
            publishedAt?: components["schemas"]["Product"]["publishedAt"];
            rating?: components["schemas"]["Product"]["rating"];
            ratingCount?: components["schemas"]["Product"]["ratingCount"];
            reviewCount?: components["schemas"]["Product"]["reviewCount"];
        };
        PurchaseList: {
            links: components["schemas"]["ListLinks"];
            results: components["schemas"]["PurchaseSummary"][];
        };
        PurchaseSummary: {
            id: components["schemas"]["Purchase"]["id"];
            purchaseId: components["schemas"]["Purchase"]["purchaseId"];
            contactId?: components["schemas"]["Purchase"]["contactId"];
            contactEmail?: components["schemas"]["Purchase"]["contactEmail"];
            contactExternalId?: components["schemas"]["Purchase"]["contactExternalId"];
            totalPrice: components["schemas"]["Purchase"]["totalPrice"];
            totalQuantity: components["schemas"]["Purchase"]["totalQuantity"];
            cartId?: components["schemas"]["Purchase"]["cartId"];
            paymentMethod?: components["schemas"]["Purchase"]["paymentMethod"];
            sourceType?: components["schemas"]["Purchase"]["sourceType"];
            sourceName?: components["schemas"]["Purchase"]["sourceName"];
            purchaseDate: components["schemas"]["Purchase"]["purchaseDate"];
            createdAt: components["schemas"]["Purchase"]["createdAt"];
            updatedAt: components["schemas"]["Purchase"]["updatedAt"];
        };
        RecoveryCodes: {
            recoveryCodes: string[];
        };
        Report: {
            id: components["schemas"]["Id"];
            name: string;
            category: components["schemas"]["ReportCategory"];
            groupings: string[];
            metrics: string[];
            sort?: string;
            filters: components["schemas"]["ReportFilters"];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @enum {string} */
        ReportCategory: "purchases" | "products-sold" | "activities" | "custom-events" | "contacts";
        ReportCreate: {
            name: string;
            category: components["schemas"]["ReportCategory"];
            groupings?: string[] | null;
            metrics: string[];
            sort?: string | null;
            filters?: components["schemas"]["ReportFiltersInput"] | (unknown[] | null);
        };
        ReportFieldFilter: {
            fieldId: string;
            values: string[];
        };
        ReportFilters: {
            kinds?: string[];
            eventTypeId?: components["schemas"]["Id"];
            sourceTypes?: ("marketplace" | "digital-store" | "point-of-sale" | "third-party" | "other")[];
            sourceNames?: string[];
            paymentMethods?: string[];
            productIds?: string[];
            brands?: string[];
            categories?: string[];
            contactFields?: components["schemas"]["ReportFieldFilter"][];
            eventFields?: components["schemas"]["ReportFieldFilter"][];
        };
        ReportFiltersInput: {
            kinds?: string[] | null;
            eventTypeId?: string | null;
            sourceTypes?: ("marketplace" | "digital-store" | "point-of-sale" | "third-party" | "other")[] | null;
            sourceNames?: string[] | null;
            paymentMethods?: string[] | null;
            productIds?: string[] | null;
            brands?: string[] | null;
            categories?: string[] | null;
            contactFields?: components["schemas"]["ReportFieldFilter"][] | null;
            eventFields?: components["schemas"]["ReportFieldFilter"][] | null;
        };
        ReportList: {
            links: components["schemas"]["ListLinks"];
            results: components["schemas"]["Report"][];
        };
        ReportPatch: {
            name?: string;
            category?: components["schemas"]["ReportCategory"];
            groupings?: string[];
            metrics?: string[];
            sort?: string | null;
            filters?: components["schemas"]["ReportFiltersInput"] | (unknown[] | null);
        };
        ReportRows: {
            /** Format: date */
            fromDate: string;
            /** Format: date */
            toDate: string;
            timezone: string;
            columns: string[];
            rows: (string | number | null)[][];
            totalRows: number;
        };
        /** @enum {string} */
        RfmScore: "1" | "2" | "3" | "4" | "5";
        /** @enum {string} */
        Role: "owner" | "manager" | "author" | "analyst" | "support";
        Run: {
            id: components["schemas"]["Id"];
            workflowId: components["schemas"]["Id"];
            version?: number;
            /** @constant */
            isTrial?: true;
            contactId: components["schemas"]["Id"];
            /** @enum {string} */
            state: "running" | "waiting" | "ended";
            node: string;
            key?: string;
            /** @enum {string} */
            outcome?: "converted" | "finished" | "exited" | "stopped" | "restarted" | "failed";
            startedAt: components["schemas"]["Timestamp"];
            endedAt?: components["schemas"]["Timestamp"];
            waitsUntil?: components["schemas"]["Timestamp"];
        };
        RunCreate: {
            contactId: components["schemas"]["IdInput"];
            values?: Record<string, never> | null;
            force?: boolean | null;
        };
        RunList: {
            links: components["schemas"]["ListLinks"];
            results: components["schemas"]["Run"][];
        };
        RunStep: {
            number: number;
            at: components["schemas"]["Timestamp"];
            node: string;
            visit: number;
            isArrival: boolean;
            isSkipped: boolean;
            isFailed: boolean;
            port?: string;
            reason?: string;
            value?: string;
        };
        RunWithSteps: {
            id: components["schemas"]["Run"]["id"];
            workflowId: components["schemas"]["Run"]["workflowId"];
            version?: components["schemas"]["Run"]["version"];
            isTrial?: components["schemas"]["Run"]["isTrial"];
            contactId: components["schemas"]["Run"]["contactId"];
            state: components["schemas"]["Run"]["state"];
            node: components["schemas"]["Run"]["node"];
            key?: components["schemas"]["Run"]["key"];
            outcome?: components["schemas"]["Run"]["outcome"];
            startedAt: components["schemas"]["Run"]["startedAt"];
            endedAt?: components["schemas"]["Run"]["endedAt"];
            waitsUntil?: components["schemas"]["Run"]["waitsUntil"];
            steps: components["schemas"]["RunStep"][];
            links: {
                /** Format: uri */
                next?: string;
            };
        };
        RunsCreate: {
            contactIds: components["schemas"]["IdInput"][];
            force?: boolean | null;
        };
        SampleData: {
            /** @enum {string} */
            state: "none" | "adding" | "there" | "removing";
            canBeAdded: boolean;
            days: number;
            daysDone: number;
            kept: string[];
            problem: string | null;
        };
        /** @enum {string} */
        Scope: "contact:read" | "contact:write" | "contact:delete" | "purchase:read" | "purchase:write" | "purchase:delete" | "product:read" | "product:write" | "product:delete" | "export:read" | "export:write" | "export:delete" | "import:read" | "import:write" | "import:delete" | "coupon-set:read" | "workflow:read" | "store:read" | "contact-field:read" | "contact-field:write" | "contact-field:delete" | "custom-event:write" | "custom-integration:read" | "custom-integration:write" | "custom-integration:delete" | "segment:read" | "segment:write" | "workflow:write" | "workflow:run" | "delivery:read" | "delivery:write" | "report:read" | "report:write" | "settings:write" | "people:write" | "key:write" | "audit:read" | "coupon-set:write" | "admin";
        SecondFactor: {
            secret: string;
            uri: string;
        };
        SecondFactorCode: {
            code: string;
        };
        Segment: {
            id: components["schemas"]["Id"];
            name: string;
            kind: components["schemas"]["SegmentKind"];
            description?: string;
            members: components["schemas"]["Count"];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            filter?: components["schemas"]["Filter"];
            nextFilter?: components["schemas"]["Filter"];
            build?: components["schemas"]["SegmentBuild"];
            lagSeconds?: components["schemas"]["SegmentLag"];
            incidents?: components["schemas"]["SegmentIncident"][];
        };
        SegmentBuild: {
            /** @enum {string} */
            state: "queued" | "building" | "ready" | "failed";
            progress: components["schemas"]["Count"];
            total?: components["schemas"]["Count"];
        };
        SegmentCount: {
            estimate?: components["schemas"]["Count"];
            low?: components["schemas"]["Count"];
            high?: components["schemas"]["Count"];
            lookedAt?: components["schemas"]["Count"];
            count?: components["schemas"]["Count"];
        } & ({
            count?: never;
        } | {
            estimate?: never;
            low?: never;
            high?: never;
            lookedAt?: never;
        });
        SegmentCreate: {
            name: string;
            kind: components["schemas"]["SegmentKind"];
            description?: string | null;
            filter?: components["schemas"]["FilterOrNothing"];
        };
        SegmentIncident: {
            /** @enum {string} */
            code: "removed-option" | "long-history" | "unreadable-filter";
            message: string;
            path?: string;
        };
        /** @enum {string} */
        SegmentKind: "static" | "dynamic";
        SegmentLag: number;
        SegmentList: {
            links: components["schemas"]["ListLinks"];
            results: components["schemas"]["Segment"][];
        };
        SegmentMember: {
            enteredAt: components["schemas"]["Timestamp"];
            contact: components["schemas"]["Contact"];
        };
        SegmentMemberList: {
            links: components["schemas"]["ListLinks"];
            results: components["schemas"]["SegmentMember"][];
        };
        SegmentMembersAdded: {
            outcomes: {
                /** @enum {string} */
                outcome: "added" | "already-there" | "not-found";
                contactId?: components["schemas"]["Id"];
            }[];
        };
        SegmentMembersRemoved: {
            outcomes: {
                /** @enum {string} */
                outcome: "removed" | "not-there" | "not-found";
                contactId?: components["schemas"]["Id"];
            }[];
        };
        SegmentName: {
            id: components["schemas"]["Id"];
            name: string;
        };
        SegmentPatch: {
            name?: string;
            kind?: components["schemas"]["SegmentKind"];
            description?: string | null;
            filter?: components["schemas"]["Filter"];
        };
        SegmentPreview: {
            results: components["schemas"]["Contact"][];
        };
        SegmentReasons: {
            holds: boolean;
            isMember: boolean;
            because: {
                test: components["schemas"]["Filter"];
                text: string;
                value: unknown;
                holds: boolean;
            }[];
        };
        SegmentUsers: {
            segments: components["schemas"]["SegmentName"][];
            workflows: components["schemas"]["SegmentName"][];
        };
        Session: {
            id: components["schemas"]["Id"];
            createdAt: components["schemas"]["Timestamp"];
            lastUsedAt: components["schemas"]["Timestamp"];
            address: string;
            userAgent: string;
            isCurrent: boolean;
        };
        SessionList: {
            links: components["schemas"]["ListLinks"];
            results: components["schemas"]["Session"][];
        };
        Setup: {
            token: string;
            name?: string | null;
            email?: string | null;
            password: string;
            /** @enum {string|null} */
            language?: "en" | "es" | null;
        };
        SignIn: {
            email: string;
            password: string;
            code?: string | null;
        };
        SigningSecret: {
            secret: string;
            createdAt: components["schemas"]["Timestamp"];
            expiresAt?: components["schemas"]["Timestamp"];
        };
        SigningSecrets: {
            secrets: components["schemas"]["SigningSecret"][];
        };
        StartedRuns: {
            outcomes: {
                /** @enum {string} */
                outcome: "started" | "refused" | "not-found";
                runId?: components["schemas"]["Run"]["id"];
                reason?: string;
            }[];
        };
        Store: {
            id: components["schemas"]["Id"];
            name: string;
            currency: string;
            timezone: string;
            language: string;
            allowedDomains: components["schemas"]["DomainPattern"][];
            defaultCountryCode: string;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        StorePatch: {
            name?: string;
            currency?: string;
            timezone?: string;
            language?: string;
            allowedDomains?: string[] | null;
            defaultCountryCode?: string;
            incidentEventTypeId?: string | null;
        };
        /** @enum {string} */
        SystemFieldId: "_email" | "_externalId" | "_name" | "_surname" | "_birthdate" | "_mobilePhone" | "_mobilePhoneStatus" | "_emailStatus" | "_newsletterSubscriptionStatus" | "_smsSubscriptionStatus" | "_points" | "_emailBouncedReason" | "_emailLastBouncedDate" | "_emailLastSoftBounceDate" | "_emailSoftBounces" | "_emailLastUnsubscribedDate" | "_emailLastUnsubscribedIp" | "_hasPushSubscriptions" | "_isAnonymous" | "_createdAt" | "_updatedAt" | "_totalPurchases" | "_totalPurchasesAmount" | "_averagePurchasesAmount" | "_firstPurchaseDate" | "_lastPurchaseDate" | "_recency" | "_frequency" | "_monetary" | "_rfm" | "_clv" | "_pAlive" | "_churnRate" | "_expectedPurchases";
        TimeInputOrNull: string | null;
        /** Format: date-time */
        Timestamp: string;
        TrialCreate: {
            contactId: components["schemas"]["IdInput"];
            testAddress: string;
            values?: Record<string, never> | null;
        };
        User: {
            /** @enum {unknown} */
            kind: "segment" | "workflow" | "report";
            id: components["schemas"]["Id"];
            name: string;
            isInDraft?: boolean;
            versions?: number[];
        };
        UserList: {
            links: components["schemas"]["ListLinks"];
            results: components["schemas"]["User"][];
        };
        WebhookHeader: {
            name: string;
            value: string;
        };
        WebhookHeaderCreate: {
            name: components["schemas"]["WebhookHeader"]["name"];
            value: string;
        };
        Workflow: {
            id: components["schemas"]["Id"];
            name: string;
            /** @enum {string} */
            status: "draft" | "active" | "paused" | "finished";
            tags: string[];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            startedAt?: components["schemas"]["Timestamp"];
            finishedAt?: components["schemas"]["Timestamp"];
        };
        WorkflowCreate: {
            name: string;
            tags?: string[] | null;
            definition: components["schemas"]["WorkflowDefinition"];
        };
        WorkflowDefinition: {
            /** @enum {unknown} */
            formatVersion: 1 | 2;
            nodes: components["schemas"]["WorkflowNode"][];
            edges: ({
                from: string;
                port?: string | null;
                to: string;
            } & {
                [key: string]: unknown;
            })[];
            settings?: unknown;
        } & {
            [key: string]: unknown;
        };
        WorkflowEntering: {
            estimate: components["schemas"]["Count"];
            low: components["schemas"]["Count"];
            high: components["schemas"]["Count"];
            lookedAt: components["schemas"]["Count"];
        };
        WorkflowIncident: {
            node?: string;
            path: string;
            /** @enum {string} */
            code: "format" | "required" | "invalid" | "unknown" | "later" | "graph" | "unreachable" | "loop" | "limit";
            words: string;
        };
        WorkflowList: {
            links: components["schemas"]["ListLinks"];
            results: components["schemas"]["Workflow"][];
        };
        WorkflowNode: {
            id: string;
            kind: string;
            name?: unknown;
            position?: unknown;
            limits?: unknown;
            audience?: unknown;
            segment?: unknown;
            existing?: unknown;
            future?: unknown;
            event?: unknown;
            where?: unknown;
            field?: unknown;
            from?: unknown;
            to?: unknown;
            channel?: unknown;
            couponSetId?: string | null;
            fromImports?: unknown;
            filter?: unknown;
            cases?: unknown;
            period?: unknown;
            until?: unknown;
            time?: unknown;
            weekday?: unknown;
            date?: unknown;
            trigger?: unknown;
            limit?: unknown;
            since?: unknown;
            shares?: unknown;
            value?: unknown;
            template?: unknown;
            path?: unknown;
            add?: unknown;
            keep?: unknown;
            eventTypeId?: unknown;
            fields?: unknown;
            answerWithin?: unknown;
            converted?: unknown;
        } & {
            [key: string]: unknown;
        };
        WorkflowNumbers: {
            nodes: {
                [key: string]: components["schemas"]["NodeNumbers"];
            };
        };
        WorkflowParameter: {
            name: string;
            /** @enum {string} */
            type: "boolean" | "cases" | "channel" | "clockTime" | "couponSet" | "date" | "eventType" | "field" | "filter" | "instant" | "number" | "path" | "period" | "reentry" | "segment" | "sendEventType" | "shares" | "since" | "staticSegment" | "template" | "templates" | "trigger" | "value" | "weekday" | "where" | "window" | "word";
            required: boolean;
            alternative?: string;
            words?: string[];
        };
        WorkflowPatch: {
            name?: string;
            tags?: string[] | null;
            definition?: components["schemas"]["WorkflowDefinition"];
        };
        WorkflowReasons: {
            /** @enum {string} */
            state: "inside" | "ended" | "never";
            sentence: string;
            reason?: string;
            trigger?: string;
            at?: components["schemas"]["Timestamp"];
            because?: components["schemas"]["SegmentReasons"]["because"];
            run?: components["schemas"]["Run"];
        };
        WorkflowSimulation: {
            steps: {
                at: components["schemas"]["Timestamp"];
                /** @enum {string} */
                what: "begins" | "keptOut" | "arrives" | "leaves" | "does" | "ends";
                run?: number;
                node?: string;
                port?: string;
                reason?: string;
                value?: string;
                until?: components["schemas"]["Timestamp"];
            }[];
            isCut: boolean;
        };
        WorkflowSimulationRequest: {
            contactId?: string | null;
            contact?: Record<string, never> | null;
            from?: string | null;
            version?: number | null;
            happens?: {
                at: string;
                event?: string | null;
                fields?: Record<string, never> | null;
                purchase?: Record<string, never> | null;
                patch?: Record<string, never> | null;
            }[] | null;
        } & {
            [key: string]: unknown;
        };
        WorkflowVocabulary: {
            kinds: {
                /** @enum {string} */
                kind: "start" | "on-purchase" | "on-event" | "on-contact-created" | "on-field-changed" | "on-subscribed" | "on-unsubscribed" | "on-segment-entered" | "on-segment-left" | "on-coupon-assigned" | "check" | "switch" | "wait" | "wait-for" | "split" | "set-field" | "add-to-segment" | "remove-from-segment" | "assign-coupon" | "send-event" | "stop";
                /** @enum {string} */
                role: "start" | "trigger" | "question" | "wait" | "act" | "end";
                parameters: components["schemas"]["WorkflowParameter"][];
                ports: string[];
                portsFrom?: string;
                values: {
                    name: string;
                    kind?: string;
                }[];
                valuesFrom?: string;
                hasLimits: boolean;
                obeysWindow: boolean;
            }[];
            laterKinds: string[];
            nodeLimits: components["schemas"]["WorkflowParameter"][];
            settings: components["schemas"]["WorkflowParameter"][];
            limits: {
                nodes: number;
                edges: number;
                definitionBytes: number;
                definitionLevels: number;
                cases: number;
                sharesMin: number;
                shares: number;
                incidents: number;
                simulatedHappenings: number;
                simulatedSteps: number;
            };
        };
        /** @enum {string} */
        WritableFieldId: "_email" | "_externalId" | "_name" | "_surname" | "_birthdate" | "_mobilePhone" | "_mobilePhoneStatus" | "_emailStatus" | "_newsletterSubscriptionStatus" | "_smsSubscriptionStatus" | "_points";
    };
    responses: {
        SignedIn: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Me"];
            };
        };
    };
    parameters: {
        ApiKeyId: components["schemas"]["ApiKeyId"];
        ContactEmail: components["schemas"]["EmailAddress"];
        ContactExternalId: components["schemas"]["ExternalId"];
        ContactFieldId: string;
        ContactFieldPageSize: number;
        ContactId: components["schemas"]["IdInput"];
        CouponSetId: components["schemas"]["IdInput"];
        Cursor: string;
        CustomEventTypeId: components["schemas"]["IdInput"];
        CustomEventTypeOfEvent: components["schemas"]["IdInput"];
        CustomIntegrationId: components["schemas"]["IdInput"];
        DeliveryId: components["schemas"]["IdInput"];
        ExportId: components["schemas"]["IdInput"];
        IdempotencyKey: string;
        IfMatch: string;
        ImportId: components["schemas"]["IdInput"];
        Page: number;
        PageSize: number;
        PersonId: components["schemas"]["IdInput"];
        ProductId: components["schemas"]["IdInput"];
        PurchaseId: components["schemas"]["IdInput"];
        PurchaseImportId: components["schemas"]["IdInput"];
        Range: string;
        ReportId: components["schemas"]["IdInput"];
        RunId: components["schemas"]["IdInput"];
        SegmentId: components["schemas"]["IdInput"];
        SessionId: components["schemas"]["IdInput"];
        WorkflowId: components["schemas"]["IdInput"];
        WorkflowNodeId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listApiKeys: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                pageSize?: components["parameters"]["PageSize"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyCreated"];
                };
            };
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ApiKeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ApiKeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                pageSize?: components["parameters"]["PageSize"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditList"];
                };
            };
        };
    };
    listActivities: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                pageSize?: components["parameters"]["PageSize"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityList"];
                };
            };
        };
    };
    getContactExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactExport"];
                };
            };
        };
    };
    listContactFields: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                pageSize?: components["parameters"]["ContactFieldPageSize"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactFieldList"];
                };
            };
        };
    };
    createContactField: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactFieldCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactField"];
                };
            };
        };
    };
    getContactField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ContactFieldId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactField"];
                };
            };
        };
    };
    deleteContactField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ContactFieldId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listContacts: {
        parameters: {
            query?: {
                email?: string;
                name?: string;
                surname?: string;
                phone?: string;
                field?: string;
                value?: string;
                filter?: string;
                page?: components["parameters"]["Page"];
                pageSize?: components["parameters"]["PageSize"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactList"];
                };
            };
        };
    };
    listContactsByFilter: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                pageSize?: components["parameters"]["PageSize"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactSearch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactList"];
                };
            };
        };
    };
    getContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
        };
    };
    getContactByEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                email: components["parameters"]["ContactEmail"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
        };
    };
    deleteContactByEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                email: components["parameters"]["ContactEmail"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateContactByEmail: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                email: components["parameters"]["ContactEmail"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
        };
    };
    getContactByExternalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                externalId: components["parameters"]["ContactExternalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
        };
    };
    deleteContactByExternalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                externalId: components["parameters"]["ContactExternalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateContactByExternalId: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                externalId: components["parameters"]["ContactExternalId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactPatchByExternalId"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
        };
    };
    listManagedCouponSets: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                pageSize?: components["parameters"]["PageSize"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedCouponSetList"];
                };
            };
        };
    };
    createCouponSet: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CouponSetCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedCouponSet"];
                };
            };
        };
    };
    getManagedCouponSet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["CouponSetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedCouponSet"];
                };
            };
        };
    };
    deleteCouponSet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["CouponSetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateCouponSet: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["CouponSetId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CouponSetPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedCouponSet"];
                };
            };
        };
    };
    listCouponCodes: {
        parameters: {
            query?: {
                state?: "available" | "assigned";
                page?: components["parameters"]["Page"];
                pageSize?: components["parameters"]["PageSize"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["CouponSetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CouponList"];
                };
            };
        };
    };
    createCouponCodes: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["CouponSetId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CouponCodes"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedCouponSet"];
                };
            };
        };
    };
    removeCouponCodes: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["CouponSetId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CouponCodes"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedCouponSet"];
                };
            };
        };
    };
    createCouponAssignment: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["CouponSetId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CouponClaim"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CouponAssignment"];
                };
            };
        };
    };
    getNewestCustomEvents: {
        parameters: {
            query?: {
                pageSize?: components["parameters"]["PageSize"];
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomEventTail"];
                };
            };
        };
    };
    listCustomEventTypes: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                pageSize?: components["parameters"]["PageSize"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["CustomIntegrationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomEventTypeList"];
                };
            };
        };
    };
    createCustomEventType: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["CustomIntegrationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomEventTypeCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomEventType"];
                };
            };
        };
    };
    getCustomEventType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["CustomIntegrationId"];
                eventTypeId: components["parameters"]["CustomEventTypeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomEventType"];
                };
            };
        };
    };
    deleteCustomEventType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["CustomIntegrationId"];
                eventTypeId: components["parameters"]["CustomEventTypeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listCustomIntegrations: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                pageSize?: components["parameters"]["PageSize"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomIntegrationList"];
                };
            };
        };
    };
    createCustomIntegration: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomIntegrationCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomIntegration"];
                };
            };
        };
    };
    getCustomIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["CustomIntegrationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomIntegration"];
                };
            };
        };
    };
    deleteCustomIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["CustomIntegrationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateCustomIntegration: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["CustomIntegrationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomIntegrationPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomIntegration"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                eventTypeId?: components["schemas"]["IdInput"];
                state?: components["schemas"]["DeliveryState"];
                contactId?: components["schemas"]["IdInput"];
                from?: string;
                to?: string;
                page?: components["parameters"]["Page"];
                pageSize?: components["parameters"]["PageSize"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
        };
    };
    startDeliveries: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeliveryRetry"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryRetryResult"];
                };
            };
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    startDelivery: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    cancelDelivery: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    createTestCall: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["CustomEventTypeOfEvent"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    listManagedExports: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                pageSize?: components["parameters"]["PageSize"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportList"];
                };
            };
        };
    };
    createManagedExport: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ManagedExportCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
        };
    };
    createManagedDataExplorerExport: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DataExplorerExportCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
        };
    };
    getManagedExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ExportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
        };
    };
    deleteManagedExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ExportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getFilterVocabulary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilterVocabulary"];
                };
            };
        };
    };
    getFilterDescription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FilterToDescribe"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilterDescription"];
                };
            };
        };
    };
    getHold: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hold"];
                };
            };
        };
    };
    createHold: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HoldRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hold"];
                };
            };
        };
    };
    deleteHold: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createWorkflowHold: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HoldRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedWorkflow"];
                };
            };
        };
    };
    deleteWorkflowHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getContactHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hold"];
                };
            };
        };
    };
    createContactHold: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HoldRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hold"];
                };
            };
        };
    };
    deleteContactHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listManagedImports: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                pageSize?: components["parameters"]["PageSize"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportList"];
                };
            };
        };
    };
    createManagedImport: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ManagedImportCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
        };
    };
    getManagedImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ImportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
        };
    };
    deleteManagedImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ImportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    cancelManagedImport: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["ImportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
        };
    };
    createImportTrial: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ManagedImportCreate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportTrial"];
                };
            };
        };
    };
    getLive: {
        parameters: {
            query?: {
                topics?: string;
                after?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Live"];
                };
            };
        };
    };
    getOperations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operations"];
                };
            };
        };
    };
    getOperationsBundle: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationsBundle"];
                };
            };
        };
    };
    listPeople: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                pageSize?: components["parameters"]["PageSize"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonList"];
                };
            };
        };
    };
    createPerson: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitedPerson"];
                };
            };
        };
    };
    getPerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["PersonId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
        };
    };
    deletePerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["PersonId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updatePerson: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["PersonId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
        };
    };
    createResetLink: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["PersonId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonLink"];
                };
            };
        };
    };
    listProducts: {
        parameters: {
            query?: {
                name?: string;
                productId?: string;
                page?: components["parameters"]["Page"];
                pageSize?: components["parameters"]["PageSize"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductList"];
                };
            };
        };
    };
    getProductBuyers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProductId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductBuyers"];
                };
            };
        };
    };
    getProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProductId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
        };
    };
    deleteProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProductId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listPurchaseImports: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                pageSize?: components["parameters"]["PageSize"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PurchaseImportList"];
                };
            };
        };
    };
    createPurchaseImport: {
        parameters: {
            query?: {
                delimiter?: "," | ";";
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": string;
                "application/x-ndjson": string;
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PurchaseImport"];
                };
            };
        };
    };
    getPurchaseImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["PurchaseImportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PurchaseImport"];
                };
            };
        };
    };
    deletePurchaseImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["PurchaseImportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    cancelPurchaseImport: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["PurchaseImportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PurchaseImport"];
                };
            };
        };
    };
    getPurchaseImportErrors: {
        parameters: {
            query?: never;
            header?: {
                Range?: components["parameters"]["Range"];
            };
            path: {
                id: components["parameters"]["PurchaseImportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    listPurchases: {
        parameters: {
            query?: {
                purchaseId?: string;
                page?: components["parameters"]["Page"];
                pageSize?: components["parameters"]["PageSize"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PurchaseList"];
                };
            };
        };
    };
    listPurchasesOfContact: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                pageSize?: components["parameters"]["PageSize"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PurchaseList"];
                };
            };
        };
    };
    getPurchase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["PurchaseId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Purchase"];
                };
            };
        };
    };
    deletePurchase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["PurchaseId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listReports: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                pageSize?: components["parameters"]["PageSize"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportList"];
                };
            };
        };
    };
    createReport: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
        };
    };
    getReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ReportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
        };
    };
    deleteReport: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["ReportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateReport: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["ReportId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
        };
    };
    getReportRows: {
        parameters: {
            query: {
                fromDate: string;
                toDate: string;
                limit?: number;
            };
            header?: never;
            path: {
                id: components["parameters"]["ReportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportRows"];
                };
            };
        };
    };
    getSampleData: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SampleData"];
                };
            };
        };
    };
    createSampleData: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SampleData"];
                };
            };
        };
    };
    deleteSampleData: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SampleData"];
                };
            };
        };
    };
    listSegmentMembers: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                pageSize?: components["parameters"]["PageSize"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["SegmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentMemberList"];
                };
            };
        };
    };
    createSegmentMembers: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["SegmentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NamedContacts"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentMembersAdded"];
                };
            };
        };
    };
    removeSegmentMembers: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["SegmentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NamedContacts"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentMembersRemoved"];
                };
            };
        };
    };
    deleteSegmentMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["SegmentId"];
                contactId: components["schemas"]["IdInput"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listContactSegments: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                pageSize?: components["parameters"]["PageSize"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactSegmentList"];
                };
            };
        };
    };
    getSegmentCount: {
        parameters: {
            query?: {
                exact?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Filtered"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentCount"];
                };
            };
        };
    };
    getSegmentPreview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Filtered"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentPreview"];
                };
            };
        };
    };
    startSegmentBuild: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["SegmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
        };
    };
    deleteSegmentBuild: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["SegmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getSegmentUsers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["SegmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentUsers"];
                };
            };
        };
    };
    getSegmentReasons: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["SegmentId"];
                contactId: components["schemas"]["IdInput"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentReasons"];
                };
            };
        };
    };
    listSegments: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                pageSize?: components["parameters"]["PageSize"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentList"];
                };
            };
        };
    };
    createSegment: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SegmentCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
        };
    };
    getSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["SegmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
        };
    };
    deleteSegment: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["SegmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateSegment: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["SegmentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SegmentPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                pageSize?: components["parameters"]["PageSize"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            201: components["responses"]["SignedIn"];
        };
    };
    deleteOwnSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getSetup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        needed: boolean;
                    };
                };
            };
        };
    };
    createOwnPerson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Setup"];
            };
        };
        responses: {
            201: components["responses"]["SignedIn"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    updateMe: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MePatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    createOwnPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    startSecondFactor: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactor"];
                };
            };
        };
    };
    finishSecondFactor: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorCode"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
        };
    };
    removeSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnPassword"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    startTestClock: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    now: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        now: components["schemas"]["Timestamp"];
                    };
                };
            };
        };
    };
    getStoreSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedStore"];
                };
            };
        };
    };
    updateStoreSettings: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StorePatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedStore"];
                };
            };
        };
    };
    listContactFieldUsers: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                pageSize?: components["parameters"]["PageSize"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["ContactFieldId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
        };
    };
    listCustomEventTypeUsers: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                pageSize?: components["parameters"]["PageSize"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["CustomEventTypeOfEvent"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
        };
    };
    listCouponSetUsers: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                pageSize?: components["parameters"]["PageSize"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["CouponSetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
        };
    };
    getHook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["CustomEventTypeOfEvent"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hook"];
                };
            };
        };
    };
    createHookAddress: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["CustomEventTypeOfEvent"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hook"];
                };
            };
        };
    };
    updateHook: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["CustomEventTypeOfEvent"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HookPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hook"];
                };
            };
        };
    };
    getSigningSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["CustomEventTypeOfEvent"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningSecrets"];
                };
            };
        };
    };
    createSigningSecret: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["CustomEventTypeOfEvent"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningSecrets"];
                };
            };
        };
    };
    getWorkflowVocabulary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowVocabulary"];
                };
            };
        };
    };
    getWorkflowSimulation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkflowSimulationRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowSimulation"];
                };
            };
        };
    };
    publishWorkflow: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedWorkflow"];
                };
            };
        };
    };
    pauseWorkflow: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedWorkflow"];
                };
            };
        };
    };
    resumeWorkflow: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedWorkflow"];
                };
            };
        };
    };
    finishWorkflow: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedWorkflow"];
                };
            };
        };
    };
    getWorkflowNumbers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowNumbers"];
                };
            };
        };
    };
    listManagedWorkflows: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                pageSize?: components["parameters"]["PageSize"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowList"];
                };
            };
        };
    };
    createWorkflow: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkflowCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedWorkflow"];
                };
            };
        };
    };
    getManagedWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedWorkflow"];
                };
            };
        };
    };
    deleteWorkflow: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateWorkflow: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkflowPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedWorkflow"];
                };
            };
        };
    };
    getWorkflowEntering: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowEntering"];
                };
            };
        };
    };
    getWorkflowReasons: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WorkflowId"];
                contactId: components["schemas"]["IdInput"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowReasons"];
                };
            };
        };
    };
    createRun: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
        };
    };
    createRuns: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunsCreate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedRuns"];
                };
            };
        };
    };
    createTrial: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrialCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
        };
    };
    getRun: {
        parameters: {
            query?: {
                afterStep?: number;
            };
            header?: never;
            path: {
                id: components["parameters"]["WorkflowId"];
                runId: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunWithSteps"];
                };
            };
        };
    };
    stopRun: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["WorkflowId"];
                runId: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
        };
    };
    skipRunNode: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["WorkflowId"];
                runId: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
        };
    };
    listRunsAtNode: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                pageSize?: components["parameters"]["PageSize"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["WorkflowId"];
                node: components["parameters"]["WorkflowNodeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunList"];
                };
            };
        };
    };
    stopRunsAtNode: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["WorkflowId"];
                node: components["parameters"]["WorkflowNodeId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ManyRuns"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MovedRuns"];
                };
            };
        };
    };
    skipRunsAtNode: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["WorkflowId"];
                node: components["parameters"]["WorkflowNodeId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ManyRuns"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MovedRuns"];
                };
            };
        };
    };
    listContactRuns: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                pageSize?: components["parameters"]["PageSize"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunList"];
                };
            };
        };
    };
}
