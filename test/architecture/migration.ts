/** A change of a table that exists, and how it is done without stopping those who use it. */
const rules: readonly (readonly [pattern: RegExp, problem: string])[] = [
  [/\brename\b/, 'rename: the previous release reads the old name; add the new one beside it'],
  [/alter column \w+ (set data )?type\b/, 'change of type: rewrites the table; add a column and fill it by a task'],
  [/alter column \w+ set not null/, 'not null: scans under a lock; add a check that is not valid, and validate it in the next migration'],
  [/add column .*\bgenerated always as \(.*\bstored/, 'stored generated column: rewrites the table'],
  [
    /add column (?!.*\bdefault\b).*\bnot null/,
    'not null without a default: rows that exist have no value, nor do those of the previous release',
  ],
  [/add column .*\bdefault (?!now\()\w+\(/, 'default by a function: rewrites the table'],
  [/add column .*\bcheck ?\(/, 'check of a new column: scans under a lock; add it apart, not valid'],
  [
    /add (constraint \w+ )?(check|foreign key|unique|primary key)\b(?!.*\b(not valid|using index)\b)/,
    'constraint: scans under a lock; add it not valid, or by an index',
  ],
  [/^(lock|truncate|cluster|vacuum full)\b/, 'locks out everybody'],
]

/** What the previous release still reads; a file that says why it doesn't may take it away. */
const taken = /\bdrop (table|column|view|function|type)\b/
const isContract = /^-- contract: \S/m

/** Why a migration can't run beside the previous release and its callers; empty: it can. */
export function problemsOf(text: string): string[] {
  const bare = text
    .replace(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .replace(/--.*$/gm, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
  const statements = bare.split(';').map(statement => statement.trim())
  const made = new Set([...bare.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([, table]) => table))
  const isOutside = text.startsWith('-- no transaction\n')
  return statements.flatMap(statement => {
    const [, changed] = /^alter table (?:if exists )?(?:only )?(\w+)/.exec(statement) ?? []
    if (changed !== undefined && made.has(changed)) return []
    const [, isConcurrent, indexed] = /^create (?:unique )?index (concurrently )?.*?\bon (?:only )?(\w+)/.exec(statement) ?? []
    if (indexed !== undefined && !made.has(indexed) && !(isConcurrent && isOutside))
      return ['index: build it concurrently, in a file that begins with -- no transaction']
    if (taken.test(statement) && !isContract.test(text))
      return ['drop: the previous release may read it; say after "-- contract:" which release was the last to do so']
    return rules.filter(([pattern]) => pattern.test(statement)).map(([, problem]) => problem)
  })
}
