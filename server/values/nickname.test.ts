import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nicknameFault, nicknameKey, tidyNickname } from './nickname.ts'

const faultOf = (text: string) => nicknameFault(tidyNickname(text))?.code

describe('a nickname', () => {
  test('may be letters of one alphabet, digits and single separators', () => {
    for (const name of ['Swift Heron', 'Анна Ёж', "O'Neil_7", 'José-María', '田中さん', 'Ada99', 'नमस्ते', 'Badminton'])
      assert.equal(faultOf(name), undefined, name)
  })

  test('has 3 to 24 characters', () => {
    for (const name of ['', '  ab ', 'a'.repeat(25)]) assert.equal(faultOf(name), 'length', name)
    assert.equal(faultOf('a'.repeat(24)), undefined)
    assert.equal(faultOf('𐐀𐐁𐐂'), undefined, 'letters outside the basic plane count once')
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

  test('does not mix alphabets that look alike', () => {
    for (const name of ['Аnna', 'Pаul', 'Αlex']) assert.equal(faultOf(name), 'alphabets', name)
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

describe('the key of a nickname', () => {
  test('is the same for names that look alike', () => {
    const alike = [
      ['Anna', 'аnnа'],
      ['Bill', 'BI11'],
      ['Lola', 'l0la'],
      ['Swift Heron', 'swift-heron'],
      ['Ёж Петя', 'еж петя'],
      ['José', 'Jose'],
    ]
    for (const [one = '', other = ''] of alike) assert.equal(nicknameKey(one), nicknameKey(other), `${one} ${other}`)
  })

  test('differs for other names', () => {
    const names = ['Anna', 'Hanna', 'Anne', 'Swift Heron', 'Swift Hero', 'Петя', 'Катя', '田中さん', '田中くん']
    assert.equal(new Set(names.map(nicknameKey)).size, names.length)
  })
})
