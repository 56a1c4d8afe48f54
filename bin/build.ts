/** Builds both browser apps into `dist/`. */
import { apps, buildApp, packPages } from './built.ts'

for (const app of Object.keys(apps)) await buildApp(app, 'info')
await packPages()
