import { after } from 'node:test'

/*
 * Loaded first by the processes of tests on which the database hangs up: those that failed may hold something open, and the
 * process ends all the same, some time after its last test. A room says itself when that was.
 */

const leaveMs = 15_000

/** Whoever ends by itself does not wait for it. */
globalThis.leaveSoon = () => setTimeout(() => process.exit(), leaveMs).unref()

if (!/room-\d+\.mjs$/.test(process.argv[1] ?? '')) after(globalThis.leaveSoon)
