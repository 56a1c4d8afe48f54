-- The back office looks at complaints of all accounts, which are few, newest first.
create index blacklist_complaint on blacklist (blacklist_id) where source = 'complaint';
