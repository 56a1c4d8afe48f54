-- Links that several people reported are few and asked for by themselves.
create index link_flagged on link (link_id) where flagged_at is not null;
