-- By which door a message of a test app came, and of which request it is: its report says so as a real one's does.
alter table sandbox_message
  add column door text,
  add column batch_id uuid;
