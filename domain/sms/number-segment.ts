import type { Executor } from '#db/connect.ts'
import { type Operator, operatorFinder } from '#values/phone.ts'

/** The operator of a number by the segments that staff keep (null: in none that takes messages). A look-up for one piece of work: read anew for the next. */
export async function loadOperatorFinder(executor: Executor): Promise<(phone: string) => Operator | null> {
  const rows = await executor.selectFrom('number_segment').select(['prefix', 'operator', 'is_virtual']).execute()
  return operatorFinder(rows.map(row => ({ prefix: row.prefix, operator: row.operator as Operator, virtual: row.is_virtual })))
}
