/** Builds the programs and both browser apps into `dist/`. */
import { apps, buildApp, packPages } from '#bin/build/built.ts'
import { buildPrograms } from '#bin/build/programs.ts'

await buildPrograms('warn')
for (const app of Object.keys(apps)) await buildApp(app, 'info')
await packPages()
