-- Uploaded evidence. The stored file is named by the id; name, size, type and hash are those of the file as received.
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
  constraint proofs_extension_known check (extension in ('jpg', 'png', 'webp', 'pdf'))
);
create index proofs_of_executor on proofs (executor, offer);
