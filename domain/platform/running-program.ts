import { sql } from 'kysely'
import type { Db, Executor } from '#db/connect.ts'

/** One that confirmed nothing for this long was killed; it is shown as missing, and forgotten after a day. */
const confirmedWithin = '3 minutes'
const keptFor = '1 day'

export interface RunningProgram {
  runId: string
  host: string
  name: string
  version: string
  monitoringUrl: string
}

/** Confirms that a program runs. */
export async function confirmProgram(db: Db, { runId, host, name, version, monitoringUrl }: RunningProgram): Promise<void> {
  await sql`
    insert into running_program (run_id, host, name, version, monitoring_url) values (${runId}, ${host}, ${name}, ${version}, ${monitoringUrl})
    on conflict (run_id) do update set confirmed_at = now()`.execute(db)
  // A restarted program replaces its killed predecessor, which listened at the same address.
  await sql`
    delete from running_program where run_id <> ${runId}
      and (confirmed_at < now() - ${keptFor}::interval or (host = ${host} and name = ${name} and monitoring_url = ${monitoringUrl}))`.execute(
    db,
  )
}

/** Removes a program that ends. */
export async function removeProgram(db: Db, runId: string): Promise<void> {
  await db.deleteFrom('runningProgram').where('runId', '=', runId).execute()
}

/** The programs, by name and host; `isMissing`: it has stopped confirming without an end. */
export async function listPrograms(
  executor: Executor,
): Promise<(RunningProgram & { startedAt: Date; confirmedAt: Date; isMissing: boolean })[]> {
  const { rows } = await sql<RunningProgram & { startedAt: Date; confirmedAt: Date; isMissing: boolean }>`
    select run_id, host, name, version, monitoring_url, started_at, confirmed_at,
      confirmed_at < now() - ${confirmedWithin}::interval as is_missing
    from running_program order by name, host, started_at`.execute(executor)
  return rows
}
