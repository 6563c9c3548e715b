-- For the reports of one offer with items that wait for a decision, oldest first.
create index if not exists executions_pending_with_items on executions (offer, id) where status = 'Pending' and has_items;
