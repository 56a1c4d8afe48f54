-- Background jobs are enqueued in the transaction of what they follow from. The queue's own tables belong to the owner, so that the programs' roles reach
-- them through this one door.
create function enqueue_job(task text, payload json, job_key text default null, run_at timestamptz default null) returns void
language sql security definer set search_path = pg_catalog as $$
  select graphile_worker.add_job(task, payload, run_at => run_at, job_key => job_key, job_key_mode => case when job_key is null then null else 'replace' end)
$$;
revoke all on function enqueue_job from public;
grant execute on function enqueue_job to hongyan_app, hongyan_platform;
