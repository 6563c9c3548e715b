-- For the advertiser's list of the reservations of a task, by status, newest first.
create index if not exists reservations_of_offer on reservations (offer, status, id desc);
