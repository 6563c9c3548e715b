import { setting } from './setting.ts'
import { whole } from './setting-forms.ts'

const countMax = 1_000_000

/** Limits of what an account stores without paying for it: docs/api/limits.md. */
export const settingsOfStorage = {
  draftsMax: setting(
    'DRAFTS_MAX',
    whole(1, countMax),
    'Drafts of one account; archived ones count for seven days. Twice as many stop submitted tasks too.',
    { default: '200' },
  ),
  listMembersMax: setting(
    'LIST_MEMBERS_MAX',
    whole(1, countMax),
    'Members of all executor lists of one account together.',
    { default: '100000' },
  ),
  qualificationGrantsMax: setting(
    'QUALIFICATION_GRANTS_MAX',
    whole(1, countMax),
    'Grants of all qualifications of one account together.',
    { default: '100000' },
  ),
  unusedUploadsMax: setting(
    'UNUSED_UPLOADS_MAX',
    whole(5, countMax),
    'Uploaded files of one executor that are in no report.',
    { default: '600' },
  ),
  unusedUploadMegabytesMax: setting(
    'UNUSED_UPLOAD_MEGABYTES_MAX',
    whole(25, countMax),
    'Megabytes of uploaded files of one executor that are in no report.',
    { default: '200' },
  ),
  importMegabytesMax: setting(
    'IMPORT_MEGABYTES_MAX',
    whole(1, countMax),
    'Megabytes of files of one account that wait for the import of their items.',
    { default: '4096' },
  ),
  unusedUploadDays: setting(
    'UNUSED_UPLOAD_DAYS',
    whole(1, 60),
    'Days until uploaded files that are in no report and no appeal are deleted, after the reservation and the time for an appeal have ended.',
    { default: '7' },
  ),
}
