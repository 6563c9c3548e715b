import assert from 'node:assert/strict'
import { beforeEach, describe, mock, test } from 'node:test'
import { delayCall, undoMs } from '../../console/ui/delayed-call.ts'

const page = new EventTarget()
let calls: string[] = []
const delayed = (name: string) => delayCall(() => calls.push(name), page)

describe('a delayed call', () => {
  beforeEach(() => {
    mock.timers.reset()
    mock.timers.enable({ apis: ['setTimeout'] })
    calls = []
  })
  test('is made once after the delay', () => {
    const { flush } = delayed('one')
    mock.timers.tick(undoMs - 1)
    assert.deepEqual(calls, [])
    mock.timers.tick(1)
    flush()
    page.dispatchEvent(new Event('pagehide'))
    assert.deepEqual(calls, ['one'])
  })
  test('is not made once it is cancelled', () => {
    delayed('one').cancel()
    mock.timers.tick(undoMs)
    page.dispatchEvent(new Event('pagehide'))
    assert.deepEqual(calls, [])
  })
  test('is made at once when the page is left', () => {
    delayed('one')
    page.dispatchEvent(new Event('pagehide'))
    assert.deepEqual(calls, ['one'])
    mock.timers.tick(undoMs)
    assert.deepEqual(calls, ['one'])
  })
  test('is made before the next one', () => {
    delayed('one')
    delayed('two')
    assert.deepEqual(calls, ['one'])
    mock.timers.tick(undoMs)
    assert.deepEqual(calls, ['one', 'two'])
  })
})
