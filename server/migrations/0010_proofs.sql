-- Uploaded evidence. The stored file is named by the id; name, size, type and hash are those of the received file.
create table proofs (
  id uuid primary key,
  offer bigint not null,
  executor bigint not null,
  extension text not null,
  file_name text not null,
  size integer not null,
  content_type text not null,
  sha256 bytea not null,
  uploaded_at timestamptz(3) not null,
  -- What a picture looks like, in 64 bits that survive compression and resizing. Null: not a picture, or nothing visible.
  fingerprint bigint,
  -- The file is removed, and its name forgotten.
  erased_at timestamptz(3),
  -- Of the stored file: pictures are encoded again. Null for files of early versions.
  stored_size bigint,
  stored_sha256 bytea,
  constraint proofs_extension_known check (extension in ('jpg', 'png', 'webp', 'pdf'))
);
create index proofs_of_executor on proofs (executor, offer);
create index proofs_to_erase on proofs (executor) where erased_at is null;
-- Recent files of an executor: those in no report are counted.
create index proofs_recent on proofs (executor, uploaded_at);

-- When stored files and proofs are next compared, and what the last run found. One row.
create table file_sweeps (
  id integer primary key default 1,
  due_at timestamptz(3) not null,
  found jsonb,
  constraint file_sweeps_one_row check (id = 1)
);

insert into file_sweeps (due_at) values ('epoch');
