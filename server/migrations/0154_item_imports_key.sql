-- The API key that started an import (its hash), whose daily limit counts what the import holds; and how often the import was begun.
alter table item_imports add column key_hash bytea;
alter table item_imports add column attempts smallint not null default 0;
create index if not exists item_imports_of_account on item_imports (account, id);
create index if not exists item_imports_ended on item_imports (ended_at) where ended_at is not null;
