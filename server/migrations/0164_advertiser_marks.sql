-- Advertisers that an executor prefers, or whose offers the executor does not want to see.
create table advertiser_marks (
  id bigint generated always as identity primary key,
  executor bigint not null,
  advertiser bigint not null,
  mark text not null,
  -- The offer on which the executor set it, with its title then: executors know advertisers by their offers only.
  offer bigint not null,
  offer_title text not null,
  marked_at timestamptz(3) not null,
  constraint advertiser_marks_once unique (executor, advertiser),
  constraint advertiser_marks_known check (mark in ('Favourite', 'Blocked'))
);
create index advertiser_marks_of_executor on advertiser_marks (executor, id);
create index advertiser_marks_of_advertiser on advertiser_marks (advertiser);
