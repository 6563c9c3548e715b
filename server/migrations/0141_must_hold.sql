-- The guard of a flight (server/platform/database/flight.ts): refuses it with an SQLSTATE of our own unless the condition is true.
create function must_hold(condition boolean) returns void language plpgsql as $$
begin
  if condition is not true then
    raise exception 'a concurrent request came first' using errcode = 'TM001';
  end if;
end $$;
