-- What an offer asked for before its content changed. A row is written when the content changes, and never again: the
-- content of version v is in the row with the smallest last_version that is not less than v, or else in `offers`.
create table offer_contents (
  offer bigint not null,
  last_version integer not null,
  content jsonb not null,
  replaced_at timestamptz(3) not null,
  constraint offer_contents_pkey primary key (offer, last_version)
);
