-- Programs of Alibaba's SDK name a short link by where it leads to.
create index link_of_program on link (account_id, md5(target), link_id) where source = 'api' and deleted_at is null;
