-- Reports are written in other words, and each still tells what it told. So are those that exports not made yet are to
-- tell. Here is one of each while it is rewritten: `words` are its groupings, metrics and sort as members of JSON.
create table reworded_reports (
    of_export bigint not null,
    id bigint not null,
    category {text} not null,
    words {text} not null,
    filters {text} not null,
    primary key (of_export, id)
);

-- A word is found by the quotes around it, so quotes inside of one are written otherwise.
insert into reworded_reports (of_export, id, category, words, filters)
select d.of_export, d.id, d.definition ->> 'category',
       replace(replace('"groupings":' || cast(d.definition -> 'groupings' as text) ||
                       ',"metrics":' || cast(d.definition -> 'metrics' as text) ||
                       coalesce(',"sort":' || cast(d.definition -> 'sort' as text), ''),
                       '\\', '\u005c'), '\"', '\u0022'),
       cast(d.definition -> 'filters' as text)
from (select 0 as of_export, id, definition from reports
      union all
      select 1 as of_export, id, cast(plan as {json}) -> 'report' -> 'definition' as definition from exports
      where type = 'data-explorer' and status in ('queued', 'inProgress')) d;

-- New contacts by what they were like at first are now told by the activity that tells of it. Braces are taken from
-- where there are some, for here they stand around words of the engine.
update reworded_reports
set category = 'activities',
    filters = substr(filters, 1, 1) || '"kinds":["contact-created"],"contactFields":' ||
              coalesce(cast(cast(filters as {json}) -> 'contactFields' as text), '[]') || '}'
where category = 'contacts' and words like '%"contact.%';

update reworded_reports
set words = replace(replace(words, '"numberOfContacts"', '"numberOfBuyers"'), '"-numberOfContacts"', '"-numberOfBuyers"')
where category in ('purchases', 'products-sold');
update reworded_reports
set words = replace(replace(words, '"numberOfContacts"', '"numberOfActiveContacts"'),
                    '"-numberOfContacts"', '"-numberOfActiveContacts"')
where category in ('activities', 'custom-events');
update reworded_reports
set words = replace(replace(words, '"numberOfContacts"', '"incrementOfContacts"'),
                    '"-numberOfContacts"', '"-incrementOfContacts"')
where category = 'contacts';

update reworded_reports set words = replace(replace(words, '"day"', '"date"'), '"-day"', '"-date"');
update reworded_reports set words = replace(replace(words, '"month"', '"yearMonth"'), '"-month"', '"-yearMonth"');
update reworded_reports set words = replace(replace(words, '"week"', '"weekStart"'), '"-week"', '"-weekStart"');
update reworded_reports set words = replace(replace(words, '"weekday"', '"dayOfWeek"'), '"-weekday"', '"-dayOfWeek"');
update reworded_reports set words = replace(replace(words, '"kind"', '"activityKind"'), '"-kind"', '"-activityKind"');
update reworded_reports set words = replace(replace(words, '"brand"', '"productBrand"'), '"-brand"', '"-productBrand"');
update reworded_reports
set words = replace(replace(words, '"category"', '"productCategory"'), '"-category"', '"-productCategory"');
update reworded_reports
set words = replace(replace(words, '"sourceType"', '"purchaseOrigin"'), '"-sourceType"', '"-purchaseOrigin"');
update reworded_reports
set words = replace(replace(words, '"averagePurchaseAmount"', '"avgPurchaseAmount"'),
                    '"-averagePurchaseAmount"', '"-avgPurchaseAmount"');
update reworded_reports
set words = replace(replace(words, '"contact._newsletterSubscriptionStatus"', '"newsletterSubscriptionStatus"'),
                    '"-contact._newsletterSubscriptionStatus"', '"-newsletterSubscriptionStatus"');
update reworded_reports
set words = replace(replace(words, '"contact._emailStatus"', '"emailStatus"'),
                    '"-contact._emailStatus"', '"-emailStatus"');
update reworded_reports set words = replace(replace(words, '"contact._rfm"', '"rfm"'), '"-contact._rfm"', '"-rfm"');

update reports
set definition = (select cast(substr(w.filters, 1, 1) || '"category":"' || w.category || '",' || w.words ||
                              ',"filters":' || w.filters || '}' as {json})
                  from reworded_reports w where w.of_export = 0 and w.id = reports.id);

-- What was written of their files begins with the old words: without a part they start over.
update exports
set part = null,
    plan = (select substr(w.filters, 1, 1) ||
                   '"timeZone":' || cast(cast(exports.plan as {json}) -> 'timeZone' as text) ||
                   ',"guardsFormulas":' || cast(cast(exports.plan as {json}) -> 'guardsFormulas' as text) ||
                   ',"columns":' || cast(cast(exports.plan as {json}) -> 'columns' as text) ||
                   ',"report":' || substr(w.filters, 1, 1) ||
                   '"name":' || cast(cast(exports.plan as {json}) -> 'report' -> 'name' as text) ||
                   ',"uuid":' || cast(cast(exports.plan as {json}) -> 'report' -> 'uuid' as text) ||
                   ',"definition":' || substr(w.filters, 1, 1) || '"category":"' || w.category || '",' || w.words ||
                   ',"filters":' || w.filters || '}}}'
            from reworded_reports w where w.of_export = 1 and w.id = exports.id)
where id in (select w.id from reworded_reports w where w.of_export = 1);

drop table reworded_reports;
