-- Saved views of the back office's lists: a person's own or shared with all staff.
create table staff_list_view (
  staff_id uuid not null references staff(staff_id),
  list text not null,
  name text not null,
  -- Query string of the page, without cursor and page size.
  query text not null,
  -- Hidden columns, their order and widths; null: as the list has them.
  columns jsonb,
  is_shared boolean not null default false,
  -- The view in which the person's list opens.
  is_default boolean not null default false,
  created_at timestamptz not null,
  primary key (list, staff_id, name)
);
grant select, insert, update, delete on staff_list_view to hongyan_platform;
create unique index staff_list_view_default on staff_list_view (list, staff_id) where is_default;
