-- For pgbench -M prepared: what the PATCH of a contact that is new does, in one transaction. `existing` and `first_id`
-- are given; `made` counts within a client.
\set made :made + 1
\set id :first_id + :made * 4194304 + :client_id * 2
\set activity :id + 1
\set address (:existing + :made * 64 + :client_id) * 2654435761 % 4294967296
\set now 1700000000000 + :made
BEGIN;
SELECT contact_id FROM contact_emails WHERE email_key = 'c' || :address || '.contact@example.org';
INSERT INTO contacts (id, email, external_id, name, surname, birthdate, mobile_phone, mobile_phone_status,
                      email_status, newsletter_status, sms_status, points, custom, email_bounced_reason,
                      email_last_bounced_at, email_last_soft_bounce_at, email_soft_bounces, email_last_unsubscribed_at,
                      email_last_unsubscribed_ip, has_push_subscriptions, total_purchases, total_amount,
                      first_purchase_at, last_purchase_at, recency, frequency, monetary, rfm, clv, p_alive, churn_rate,
                      expected_purchases, created_at, updated_at, name_key, surname_key, phone_key)
VALUES (:id, 'c' || :address || '.contact@example.org', null, 'Barbara',
        'Lovelace', 86400000, '+34600023757', 'active', 'active', 'none', 'subscribed', :made,
        '{"f1":"Sevilla","f2":38,"f3":"bronze","f4":["cooking","running"]}', null, null, null, 0, null, null, 0, 0, 0,
        null, null, null, null, null, null, null, null, null, null, :now, :now, 'barbara lovelace', 'lovelace',
        '+34600023757');
INSERT INTO contact_emails (email_key, contact_id) VALUES ('c' || :address || '.contact@example.org', :id);
WITH numbered AS (UPDATE contacts SET last_number = :activity WHERE id = :id)
INSERT INTO activities (contact_id, id, kind, at, data, moment)
VALUES (:id, :activity, 'contact-created', :now,
        '{"changes":{"_name":"Barbara","_surname":"Lovelace","_birthdate":"1970-01-02T00:00:00.000Z",
          "_mobilePhone":"+34600023757","_smsSubscriptionStatus":"subscribed","f1":"Sevilla","f2":38,"f3":"bronze",
          "f4":["cooking","running"],"_points":1000000,"_mobilePhoneStatus":"active"}}',
        '{"e":"active","n":"none","s":"subscribed","p":"active","f4":["cooking","running"],"f3":"bronze"}');
COMMIT;
