/** Data: small words and attack words as they look in rot13 and read backwards. */

export const ROT13_WORDS =
  /\b(?:gur|naq|lbh|lbhe|guvf|guvat|jvgu|sebz|vtaber|cerivbhf|cevbe|nyy|nal|vafgehpgvba|vafgehpgvbaf|hfre|gbby|gbbyf|fraq|svyr|svyrf|frperg|flfgrz|cebzcg|orsber|nsgre|nyjnlf|arire|zhfg|abg|gryy|ernq|pnyy|vapyhqr|cnffjbeq|xrl|xrlf|pbagragf|fhzznel|gb|bs|va|vf|vg)\b/gi;

export const REVERSED_WORDS =
  /\b(?:erongi|suoiverp|roirp|snoitcurtsni|noitcurtsni|tpmorp|metsys|resu|eht|dna|sdrowssap|drowssap|terces|sterces|slaitnederc|syek|dnes|daer|elif|selif|llet|reven|syawla|erofeb|loot|sloot|drageresid)\b/gi;
