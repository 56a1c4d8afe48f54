-- The rows that are not sent to are a file of their own; its name is drawn with the upload, so that a reading that is repeated writes the same file.
alter table upload add column refused_file_id uuid;
-- Who is reading the file now: a reading that was taken for dead writes nothing more once another has begun.
alter table upload add column reading_id uuid;
