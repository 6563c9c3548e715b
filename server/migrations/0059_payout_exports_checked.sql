alter table payouts validate constraint payouts_exports_whole;
