import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { brandFault, nicknameFault, nicknameKey, tidyNickname } from './nickname.ts'

const faultOf = (text: string) => nicknameFault(tidyNickname(text))?.code

describe('a nickname', () => {
  test('may be letters of one alphabet, digits and single separators', () => {
    for (const name of [
      'Swift Heron',
      'Анна Ёж',
      "O'Neil_7",
      'José-María',
      '田中さん',
      'Ada99',
      'नमस्ते',
      'Badminton',
      'Steam',
      'ローラ',
      '佐々木',
      'Ɔkwasi',
      'Đặng Lê',
      'สมชาย',
    ])
      assert.equal(faultOf(name), undefined, name)
  })

  test('has 3 to 24 characters', () => {
    for (const name of ['', '  ab ', 'a'.repeat(25)]) assert.equal(faultOf(name), 'length', name)
    assert.equal(faultOf('a'.repeat(24)), undefined)
    assert.equal(faultOf('𠀀𠀁𠀂'), undefined, 'letters outside the basic plane count once')
  })

  test('has no control characters, markup, addresses or emoji', () => {
    const refused = ['a\u202eb cd', 'tab\there', 'zero\u200bwidth', 'a@b.example', 'visit.my.site', '<b>bold</b>']
    for (const name of [
      ...refused,
      '-dash',
      'dash-',
      'a--b',
      'Ada 😀',
      '12345',
      'a\u0301\u0302\u0303\u0304bc',
      'new\nline',
    ])
      assert.equal(faultOf(name), 'characters', JSON.stringify(name))
  })

  test('has no letters without a shape, of past scripts or of phonetics, no modifiers, and only plain digits', () => {
    const shapeless = [
      '\u3164\u3164\u3164',
      'Swift Heron\u3164',
      'Swift Heron\u115f',
      '\u1160\u1160a',
      'Ann\u034fa',
      'ann\ufe00',
    ]
    const past = ['ⲟⲣⲉⲣ', 'ꓢꓪꓲꓝꓔ', 'ᎠᎡᎢᎬ', '𐐄𐐄𐐄']
    for (const name of [
      ...shapeless,
      ...past,
      'ᴏᴘᴇʀᴀᴛᴏʀ',
      '\u0251dmin',
      'B\u0269ll',
      'ǀǀǀ',
      'Annaʼ',
      'Ann\u06f5',
      'Ann५',
      '𝐎𝐩𝐞𝐫',
    ])
      assert.equal(faultOf(name), 'characters', JSON.stringify(name))
  })

  test('does not mix alphabets', () => {
    for (const name of ['Аnna', 'Pаul', 'Αlex', 'օperator', 'Mօderator', 'Annaंa', 'Anna田'])
      assert.equal(faultOf(name), 'alphabets', name)
  })

  test('is not the name of somebody in office, however it is written', () => {
    const refused = [
      'Operator',
      'oper@tor'.replace('@', 'a'),
      '0perator 7',
      'Super Admin',
      'SuperAdmin',
      'Executor 42',
      'Support-Team',
      'O p e r a t o r',
      'Arbiter',
      'Security Team',
      'Ulm Team',
    ]
    for (const name of [
      ...refused,
      'Модератор',
      'Поддержка 24',
      'Исполнитель 7',
      'SYSTEM',
      'Öperatör',
      '0ффициант'.replace('0ффициант', 'Админ-1'),
    ])
      assert.equal(faultOf(name), 'reserved', name)
  })
})

describe('a nickname like the name of the marketplace', () => {
  const isRefused = (nickname: string, brand: string) => brandFault(nickname, brand)?.code === 'reserved'

  test('is reserved, however it is written', () => {
    for (const name of ['Swift Tasks', 'swift-ta5ks', 'SwiftTasks 24', 'The Swift Tasks'])
      assert.ok(isRefused(name, 'Swift Tasks'), name)
    assert.ok(isRefused('Ann pays', 'Ann'))
  })

  test('is free where it only has a common part', () => {
    for (const name of ['Swift Heron', 'Tasks']) assert.ok(!isRefused(name, 'Swift Tasks'), name)
    assert.ok(!isRefused('Anna', 'Ann'))
    assert.ok(!isRefused('Anna', '—'))
  })
})

describe('the key of a nickname', () => {
  test('is the same for names that look alike', () => {
    const alike = [
      ['Anna', 'аnnа'],
      ['Bill', 'BI11'],
      ['Lola', 'l0la'],
      ['Swift Heron', 'swift-heron'],
      ['Ёж Петя', 'еж петя'],
      ['José', 'Jose'],
      ['Møller', 'Moller'],
      ['սոս', 'unu'],
    ]
    for (const [one = '', other = ''] of alike) assert.equal(nicknameKey(one), nicknameKey(other), `${one} ${other}`)
  })

  test('differs for other names', () => {
    const names = ['Anna', 'Hanna', 'Anne', 'Swift Heron', 'Swift Hero', 'Петя', 'Катя', '田中さん', '田中くん']
    assert.equal(new Set(names.map(nicknameKey)).size, names.length)
  })
})
