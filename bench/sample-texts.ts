import { foldText } from '../server/values/requests/texts.ts'
import { oneOf, rngOf } from './rng.ts'

/*
 * Realistic titles: a verb, an object, a place and a name. Words are frequent and names rare, so that a search matches a third
 * of all offers, or none.
 */

export type Language = {
  readonly code: string
  readonly verbs: readonly string[]
  readonly things: readonly string[]
  readonly places: readonly string[]
}

const wordsOf = (text: string): string[] => text.split(',').map((word) => word.trim())

/** All languages have equally many verbs, objects and places, so that one index fits all lists. */
export const languages: readonly Language[] = [
  {
    code: 'en',
    verbs: wordsOf('Check, Compare, Describe, Photograph, Count, Rate, Translate, Test, Visit, Find'),
    things: wordsOf(
      'opening hours, price list, delivery page, sign-up form, product photos, menu, return policy, search results, landing page, newsletter, shop window, parking spaces, app settings, user reviews, help centre, ticket machine',
    ),
    places: wordsOf(
      'in Lisbon, in Leeds, of the bakery, of the museum, near the station, on the phone, of the pharmacy, for beginners',
    ),
  },
  {
    code: 'de',
    verbs: wordsOf('Prüfe, Vergleiche, Beschreibe, Fotografiere, Zähle, Bewerte, Übersetze, Teste, Besuche, Finde'),
    things: wordsOf(
      'Öffnungszeiten, Preisliste, Lieferseite, Anmeldeformular, Produktfotos, Speisekarte, Rückgaberegeln, Suchergebnisse, Startseite, Rundbrief, Schaufenster, Parkplätze, Einstellungen, Bewertungen, Hilfeseite, Fahrkartenautomat',
    ),
    places: wordsOf(
      'in Köln, in Graz, der Bäckerei, des Museums, beim Bahnhof, am Telefon, der Apotheke, für Anfänger',
    ),
  },
  {
    code: 'es',
    verbs: wordsOf('Revisa, Compara, Describe, Fotografía, Cuenta, Valora, Traduce, Prueba, Visita, Encuentra'),
    things: wordsOf(
      'los horarios, la lista de precios, la página de envíos, el formulario, las fotos, el menú, la política de cambios, los resultados, la portada, el boletín, el escaparate, las plazas, los ajustes, las reseñas, el centro de ayuda, la máquina de billetes',
    ),
    places: wordsOf(
      'en Málaga, en Bogotá, de la panadería, del museo, junto a la estación, por teléfono, de la farmacia, para principiantes',
    ),
  },
  {
    code: 'fr',
    verbs: wordsOf('Vérifiez, Comparez, Décrivez, Photographiez, Comptez, Notez, Traduisez, Testez, Visitez, Trouvez'),
    things: wordsOf(
      'les horaires, la liste des prix, la page de livraison, le formulaire, les photos, la carte, les retours, les résultats, la page d’accueil, la lettre, la vitrine, le parking, les réglages, les avis, le centre d’aide, le distributeur',
    ),
    places: wordsOf(
      'à Lyon, à Liège, de la boulangerie, du musée, près de la gare, par téléphone, de la pharmacie, pour débutants',
    ),
  },
  {
    code: 'ru',
    verbs: wordsOf(
      'Проверьте, Сравните, Опишите, Снимите, Посчитайте, Оцените, Переведите, Испытайте, Посетите, Найдите',
    ),
    things: wordsOf(
      'часы работы, список цен, страницу доставки, форму входа, фото товара, меню, правила возврата, итоги поиска, главную страницу, рассылку, витрину, парковку, настройки, отзывы, раздел помощи, автомат билетов',
    ),
    places: wordsOf('в Алматы, в Риге, пекарни, музея, у вокзала, по телефону, аптеки, для новичков'),
  },
  {
    code: 'el',
    verbs: wordsOf(
      'Ελέγξτε, Συγκρίνετε, Περιγράψτε, Φωτογραφίστε, Μετρήστε, Βαθμολογήστε, Μεταφράστε, Δοκιμάστε, Επισκεφθείτε, Βρείτε',
    ),
    things: wordsOf(
      'τις ώρες, τον τιμοκατάλογο, τη σελίδα, τη φόρμα, τις φωτογραφίες, το μενού, τους όρους, τα αποτελέσματα, την αρχική, το ενημερωτικό, τη βιτρίνα, τις θέσεις, τις ρυθμίσεις, τις κριτικές, τη βοήθεια, το μηχάνημα',
    ),
    places: wordsOf(
      'στην Πάτρα, στον Βόλο, του φούρνου, του μουσείου, στον σταθμό, στο τηλέφωνο, του φαρμακείου, για αρχάριους',
    ),
  },
  {
    code: 'ja',
    verbs: wordsOf('確認する, 比べる, 説明する, 撮影する, 数える, 評価する, 翻訳する, 試す, 訪れる, 探す'),
    things: wordsOf(
      '営業時間, 価格表, 配送ページ, 登録フォーム, 商品写真, メニュー, 返品規定, 検索結果, トップページ, ニュースレター, ショーウィンドー, 駐車場, アプリ設定, レビュー, ヘルプ, 券売機',
    ),
    places: wordsOf('札幌, 福岡, パン屋, 美術館, 駅前, 電話, 薬局, 初心者向け'),
  },
]

export const syllables = wordsOf(
  'ba, ce, di, fo, gu, ha, je, ki, lo, mu, na, pe, qui, ro, su, ta, ve, wi, xo, zy, bra, cle, dri, flo, gru',
)

/** Half of the titles are in the first language; the others are equally frequent. */
export const languageAt = (fraction: number): number =>
  fraction < 0.5 ? 0 : 1 + Math.min(languages.length - 2, Math.floor((fraction - 0.5) * 2 * (languages.length - 1)))

export function titleAt(rng: () => number): string {
  const { verbs, things, places } = languages[languageAt(rng())] as Language
  const name = Array.from({ length: 4 }, () => oneOf(syllables, rng())).join('')
  return `${oneOf(verbs, rng())} ${oneOf(things, rng())} ${oneOf(places, rng())} ${name}`
}

const termLeast = 2
const termMost = 12

/** Returns two to twelve characters of a random title. */
export function termAt(seed: number, index: number): string {
  const rng = rngOf(seed, index)
  for (;;) {
    const title = [...foldText(titleAt(rng))]
    const length = termLeast + Math.floor(rng() * (termMost - termLeast + 1))
    const start = Math.floor(rng() * Math.max(1, title.length - length))
    const term = title
      .slice(start, start + length)
      .join('')
      .trim()
    if ([...term].length >= termLeast) return term
  }
}
