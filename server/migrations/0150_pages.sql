-- The page on which executors work: the text of its JSON, because the order of its members is the order of the form. Null: none.
alter table offers add column page text;
