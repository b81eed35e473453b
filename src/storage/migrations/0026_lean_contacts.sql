-- Nobody reads it: who has an address is in contact_emails.
alter table contacts drop column email_key;

-- Every activity has a moment, so its states stand under one letter.
update activities
set moment = cast(replace(replace(replace(replace(cast(moment as text), '"_emailStatus":', '"e":'),
                                          '"_newsletterSubscriptionStatus":', '"n":'),
                                  '"_smsSubscriptionStatus":', '"s":'), '"_rfm":', '"r":') as {json});
