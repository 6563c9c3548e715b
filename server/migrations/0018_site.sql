-- What operators say about their marketplace: its name, and texts of its pages. One row.
create table site (
  id bigint primary key,
  version bigint not null,
  brand_name text,
  texts jsonb not null,
  updated_at timestamptz(3),
  constraint site_brand_name_not_blank check (btrim(brand_name) <> ''),
  constraint site_has_one_row check (id = 1),
  constraint site_texts_are_an_object check (jsonb_typeof(texts) = 'object'),
  constraint site_version_positive check (version > 0)
);

insert into site (id, version, texts) values (1, 1, '{}');
