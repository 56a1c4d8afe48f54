-- How much was reviewed today, over all accounts.
create index review_decided on review (at) where staff_id is not null;
