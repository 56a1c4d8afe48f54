/** Makes the Brotli forms of the pages, behind everything else that the machine has to do. */
import os from 'node:os'

// Before anything makes a thread: they have the priority that their maker has then.
os.setPriority(os.constants.priority.PRIORITY_LOW)
const { packPages } = await import('./built.ts')
await packPages()
