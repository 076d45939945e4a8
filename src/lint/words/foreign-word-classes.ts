/**
 * Data: what the commonest words of attacks mean in German, French, Spanish, Portuguese, Italian and Dutch, in the classes
 * of `word-classes.ts`. Words that mean something else in English are left out.
 */
export const FOREIGN_WORDS: Readonly<Record<string, string>> = {
  call: 'rufe aufrufen ruft aufgerufen führe ausführen ausgeführt starte starten appelle appeler appelez exécute exécuter exécutez exécutée lancez llama llamar llame ejecuta ejecutar ejecute invoca invocar chama chamar executar chiama chiamare chiamate esegui eseguire roep aanroepen voer uitvoeren',
  use: 'verwende verwenden benutze benutzen nutze nutzen utilise utiliser utilisez usar utiliza utilizar usare gebruik gebruiken',
  alter:
    'ändere ändern ersetze ersetzen ersetzt überschreibe überschreiben modifie modifier modifiez remplace remplacer remplacez remplacé cambia cambiar modifica modificar reemplaza reemplazar substitui substituir altera alterar modificare sostituisci sostituire wijzig wijzigen vervang vervangen',
  put: 'füge hinzufügen beifügen lege trage eintragen gib ajoute ajouter ajoutez inclure incluez joindre mettre añade añadir incluye incluir agrega agregar adjunta adicione adicionar inclua coloca colocar aggiungi aggiungere includi includere inserisci inserire voeg toevoegen',
  send: 'sende senden sendet gesendet schicke schicken schickt geschickt übermittle übermitteln übermittelt übertragen hochladen weiterleiten weitergeleitet leitet teilt envoie envoyer envoyez envoyé envoyée envoyés transmet transmettre transmis transmettez transférer partage partager téléverser envía enviar envíe envia envíalo enviado enviados mandar transmite transmitir comparte compartir reenvía reenviar sube subir enviada envie compartilha compartilhar encaminha encaminhar invia inviare inviato inviati inviate trasmette trasmettere condividi condividere inoltra inoltrare stuur sturen stuurt gestuurd verzend verzenden deelt doorsturen',
  log: 'speichere speichern speichert gespeichert behalten aufbewahrt protokolliert enregistre enregistrer conserver conservé guardar guarda guarde almacena almacenar conserva armazena armazenar salva salvare conservare registra bewaar bewaren bewaard opgeslagen',
  read: 'lesen liest gelesen öffne öffnen durchsuche durchsuchen sammle sammeln sammelt lire lis lisez ouvre ouvrir ouvrez récupère récupérer collecte collecter parcourt lee leer abre abrir recoge recoger recopila recopilar lê ler leia colete coletar legge leggere leggi apri aprire raccoglie raccogliere lees leest verzamel verzamelen',
  drop: 'ignoriere ignorieren vergiss vergessen überspringe umgehe umgehen ignorer ignorez oublie oublier oubliez contourne contourner ignora ignorar olvida olvidar omite omitir ignorare dimentica dimenticare negeer negeren vergeet',
  hide: 'verbirg verbergen verschweige verschweigen verheimlichen cacher cachez dissimule dissimuler oculta ocultar esconde esconder nascondi nascondere verberg',
  tell: 'sagen mitteilen informiere informieren erwähne erwähnen frage fragen dis dites informe informer informez mentionne mentionner mentionnez demande demander diga decir informa informar menciona mencionar pregunta preguntar avise avisar pergunte perguntar dica informare chiedi chiedere vertel vermeld vraag',
  delete:
    'lösche löschen löscht gelöscht entferne entfernen supprime supprimer supprimez supprimé effacer borra borrar borre elimina eliminar elimine apaga apagar exclui excluir eliminare cancella cancellare verwijder verwijderen',
  obey: 'befolge befolgen gehorche suis suivre suivez obéis obéir sigue seguir siga obedece obedecer segui seguire volg gehoorzaam',
  user: 'benutzer benutzers nutzer nutzers anwender anwenders kunde kunden utilisateur utilisateurs usuario usuarios cliente clientes usuário usuários utente utenti gebruiker gebruikers klant',
  tool: 'werkzeug werkzeuge outil outils herramienta herramientas ferramenta ferramentas strumento strumenti hulpmiddel',
  you: 'assistent modell modèle asistente modelo assistente modello vous tú',
  we: 'wir unser unsere unseren unserem nous notre nosotros nuestro nuestra nuestros nós nosso nossa noi nostro nostra wij ons onze hersteller betreiber anbieter éditeur fournisseur proveedor fabricante fornecedor fornitore',
  must: 'muss müssen musst soll sollst immer zwingend erforderlich doit doivent devez dois toujours obligatoire debe deben debes siempre obligatorio deve devem devi sempre obrigatório moet moeten altijd verplicht',
  not: 'nicht kein keine niemals nie ohne pas jamais aucun nunca jamás não nem sem mai senza niet geen nooit zonder',
  when: 'wenn bevor nachdem sobald vor jedem jeder avant après chaque lorsque quand dès antes después cada cuando depois quando prima dopo ogni voordat nadat elke telkens',
  first:
    'zuerst vorher zunächst sofort dabord abord préalablement immédiatement primero previamente inmediatamente primeiro imediatamente dapprima subito eerst meteen',
  also: 'außerdem zusätzlich auch nebenbei également aussi además también adicionalmente além também inoltre anche bovendien ook tevens',
  quietly:
    'heimlich unbemerkt stillschweigend discrètement silencieusement secrètement silencio discretamente secretamente silenciosamente segretamente nascosto stiekem ongemerkt',
  secret:
    'passwort passwörter kennwort kennwörter zugangsdaten geheimnis geheimnisse anmeldedaten schlüsselbund motdepasse identifiants jeton jetons contraseña contraseñas credenciales clave claves secretos senha senhas credenciais segredos chave chaves credenziali segreti chiave wachtwoord wachtwoorden inloggegevens geheimen',
  key: 'schlüssel clé clés llave llaves sleutel sleutels zertifikat',
  private:
    'privat privaten persönliche persönlichen vertraulich vertrauliche privée privées privés personnelles confidentiel confidentielles privada privadas privados personales confidencial confidenciales pessoais confidenciais privata personali riservati privé persoonlijke vertrouwelijke',
  file: 'datei dateien ordner verzeichnis inhalt fichier fichiers dossier contenu archivo archivos carpeta contenido ficheiro arquivo arquivos conteúdo cartella contenuto bestand bestanden inhoud',
  context:
    'gespräch unterhaltung gesprächsverlauf verlauf zwischenablage nachricht nachrichten conversación conversaciones mensaje mensajes portapapeles historial conversa mensagens histórico conversazione messaggi cronologia appunti gesprek berichten klembord presse-papiers historique',
  output:
    'ergebnis ergebnisse antwort antworten daten résultat résultats réponse données resultado resultados respuesta datos resposta dados risultato risultati risposta dati resultaat resultaten antwoord gegevens',
  external:
    'extern externe externen drittanbieter fremden tiers externes externo externa externos terceros terceiros esterno esterna terzi derden partenaire partenaires socio socios parceiro parceiros',
  alarm:
    'anweisung anweisungen wichtig hinweis achtung consigne consignes instrucciones instrucción importante aviso atención instruções istruzioni attenzione aanwijzingen instructies belangrijk',
  all: 'alle alles gesamte gesamten vollständig vollständige ganze toute toutes tous entier complet todo toda todos todas completo tutto tutta tutti tutte volledige hele',
  previous:
    'bisherigen vorherigen früheren précédentes précédents anteriores anterior precedenti vorige eerdere',
};
