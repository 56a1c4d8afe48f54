/** Makes the Brotli forms of the pages, with the lowest priority. */
import os from 'node:os'

// Before any thread starts: threads inherit the priority.
os.setPriority(os.constants.priority.PRIORITY_LOW)
const { packPages } = await import('#bin/build/built.ts')
await packPages()
