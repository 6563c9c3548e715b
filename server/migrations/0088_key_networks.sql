-- An API key may list the networks from which it counts; null: from everywhere.
-- refused_at and refused_address: when, and from where, it was last presented outside of them.
alter table credentials
  add networks cidr[],
  add refused_at timestamptz(3),
  add refused_address inet,
  add constraint credentials_networks_are_of_a_key
    check (networks is null or (kind = 'ApiKey' and cardinality(networks) between 1 and 20)) not valid;
