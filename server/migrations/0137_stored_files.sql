-- What was stored: a picture is encoded anew, so its file differs from the received one. Null for files of earlier versions.
alter table proofs add column stored_size bigint, add column stored_sha256 bytea;
