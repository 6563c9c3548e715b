-- Bonuses that carry an id of their advertiser. It is never used twice, however late a request is repeated.
create table named_bonuses (
  advertiser bigint not null references accounts (id),
  external_id text not null,
  execution bigint not null references executions (id),
  units bigint not null,
  paid_at timestamptz(3) not null,
  constraint bonus_external_id_once primary key (advertiser, external_id)
);
