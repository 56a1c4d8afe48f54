-- Units of short links that were taken for a broadcast and not needed are given back to the packages that they came from.
create index transfer_link on transfer (account_id, reference_id) where asset = 'link';
