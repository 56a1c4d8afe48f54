/** Builds the programs and both browser apps into `dist/`. */
import { apps, buildApp, packPages } from './built.ts'
import { buildPrograms } from './programs.ts'

await buildPrograms('warn')
for (const app of Object.keys(apps)) await buildApp(app, 'info')
await packPages()
