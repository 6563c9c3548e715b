#!/bin/sh
# Runs once, when the database is created: docs/database-roles.md.
set -eu
psql -v ON_ERROR_STOP=1 -U postgres -v owner="$OWNER_PASSWORD" -v app="$APP_PASSWORD" <<'SQL'
create role market_owner login password :'owner';
create role market_app login password :'app';
create database market owner market_owner;
SQL
