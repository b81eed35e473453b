-- For pgbench -M prepared: the same of a contact that exists.
\set made :made + 1
\set activity :first_id + :made * 4194304 + :client_id * 2 + 1
\set address random(0, :existing - 1) * 2654435761 % 4294967296
\set now 1700000000000 + :made
BEGIN;
SELECT contact_id FROM contact_emails WHERE email_key = 'c' || :address || '.contact@example.org' \gset
SELECT id, email, external_id, name, surname, birthdate, mobile_phone, mobile_phone_status, email_status,
       newsletter_status, sms_status, points, custom, email_bounced_reason, email_last_bounced_at,
       email_last_soft_bounce_at, email_soft_bounces, email_last_unsubscribed_at, email_last_unsubscribed_ip,
       has_push_subscriptions, total_purchases, total_amount, first_purchase_at, last_purchase_at, recency, frequency,
       monetary, rfm, clv, p_alive, churn_rate, expected_purchases, created_at, updated_at, returned_amount
FROM contacts WHERE id = :contact_id FOR UPDATE;
UPDATE contacts SET email = 'c' || :address || '.contact@example.org', external_id = null, name = 'Barbara',
       surname = 'Lovelace', birthdate = 86400000, mobile_phone = '+34600023757', mobile_phone_status = 'active',
       email_status = 'active', newsletter_status = 'none', sms_status = 'subscribed', points = 1000000 + :made,
       custom = '{"f1":"Sevilla","f2":38,"f3":"bronze","f4":["cooking","running"]}', email_bounced_reason = null,
       email_last_bounced_at = null, email_last_soft_bounce_at = null, email_soft_bounces = 0,
       email_last_unsubscribed_at = null, email_last_unsubscribed_ip = null, has_push_subscriptions = 0,
       recency = null, frequency = null, monetary = null, rfm = null, clv = null, p_alive = null, churn_rate = null,
       expected_purchases = null, updated_at = :now, name_key = 'barbara lovelace', surname_key = 'lovelace',
       phone_key = '+34600023757'
WHERE id = :contact_id;
WITH numbered AS (UPDATE contacts SET last_number = :activity WHERE id = :contact_id)
INSERT INTO activities (contact_id, id, kind, at, data, moment)
VALUES (:contact_id, :activity, 'contact-updated', :now,
        '{"changes":{"_name":"Barbara","_surname":"Lovelace","_birthdate":"1970-01-02T00:00:00.000Z",
          "_mobilePhone":"+34600023757","_smsSubscriptionStatus":"subscribed","f1":"Sevilla","f2":38,"f3":"bronze",
          "f4":["cooking","running"],"_points":1000000}}',
        '{"e":"active","n":"none","s":"subscribed","p":"active","f4":["cooking","running"],"f3":"bronze"}');
COMMIT;
