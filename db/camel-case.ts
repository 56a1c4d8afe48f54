import {
  CamelCasePlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryResult,
  type UnknownRow,
} from 'kysely'

class CamelCase extends CamelCasePlugin {
  /** A name with a number between underscores (`delay_0_count`) has no way back, so it stays. */
  override camelCase(name: string): string {
    return /_\d/.test(name) ? name : super.camelCase(name)
  }

  override snakeCase(name: string): string {
    return super.snakeCase(name)
  }

  /** The compiler writes names in snake case; to copy a statement for that takes as long as to compile it twice. */
  override transformQuery({ node }: PluginTransformQueryArgs) {
    return node
  }

  /** What a jsonb column holds stays as it is, and so do rows of which all columns are camel case already. */
  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const [first] = result.rows
    if (!first) return result
    const names = Object.keys(first).map(key => [key, this.camelCase(key)] as const)
    if (names.every(([key, name]) => key === name)) return result
    const renamed = (row: UnknownRow) => {
      const made: UnknownRow = {}
      for (const [key, name] of names) made[name] = row[key]
      return made
    }
    return { ...result, rows: result.rows.map(renamed) }
  }
}

/** Tables and columns are snake case in SQL and camel case here. */
export const camelCase = new CamelCase()

export class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(camelCase.snakeCase(name))
  }
}

export class SnakeCaseDialect extends PostgresDialect {
  override createQueryCompiler() {
    return new SnakeCaseCompiler()
  }
}
