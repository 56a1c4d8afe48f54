-- Saved views of lists: filters, order and columns under a name, a member's own or shared with the account.
create table list_view (
  account_id uuid not null,
  member_id uuid not null,
  list text not null,
  name text not null,
  -- Query string of the page, without cursor and page size.
  query text not null,
  -- Hidden columns, their order and widths; null: as the list has them.
  columns jsonb,
  is_shared boolean not null default false,
  -- The view in which the member's list opens.
  is_default boolean not null default false,
  created_at timestamptz not null,
  primary key (account_id, list, member_id, name)
);
call make_tenant_table('list_view');
create unique index list_view_default on list_view (account_id, list, member_id) where is_default;
