alter table offers validate constraint offers_gold_with_items;
alter table items validate constraint items_status_known, validate constraint items_gold_with_answer;
