-- What operators say about their marketplace in its pages: one row with its name, texts and bank details.
create table site (
  id bigint primary key constraint site_has_one_row check (id = 1),
  version bigint not null constraint site_version_positive check (version > 0),
  brand_name text constraint site_brand_name_not_blank check (btrim(brand_name) <> ''),
  texts jsonb not null constraint site_texts_are_an_object check (jsonb_typeof(texts) = 'object'),
  updated_at timestamptz(3)
);

insert into site (id, version, texts) values (1, 1, '{}');
