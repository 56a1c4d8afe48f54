-- The website behind a domain as it is filed with the ministry (ICP 备案): its name and number, both or neither.
-- Templates with links to it state them.
alter table link_domain add column site_name text not null default '', add column icp_number text not null default '',
  add check ((site_name = '') = (icp_number = ''));
alter table target_domain add column site_name text not null default '', add column icp_number text not null default '',
  add check ((site_name = '') = (icp_number = ''));
