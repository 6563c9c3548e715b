-- The operator's accent color as #rrggbb, and the logo as a data URL; null: the usual ones.
alter table site add column if not exists accent_color text, add column if not exists logo text;
