using System;
using System.IO;
using UnityEngine;

namespace Meshcheck
{
    /// <summary>
    /// How meshcheck is called, from ProjectSettings/Meshcheck.json. What fails is set in .meshcheck.yaml in
    /// the folder of the project.
    /// </summary>
    [Serializable]
    public sealed class MeshcheckSettings
    {
        public const string Path = "ProjectSettings/Meshcheck.json";

        /// <summary>Name or path of the program.</summary>
        public string program = "meshcheck";

        /// <summary>Profile of the rules for collision hulls.</summary>
        public string profile = "unity";

        /// <summary>Value of --checks, such as "self,parts"; empty for the default.</summary>
        public string checks = "";

        /// <summary>Further arguments, such as "--uv-profile=unity".</summary>
        public string[] arguments = new string[0];

        /// <summary>Seconds after which a model counts as not checked.</summary>
        public int timeout = 120;

        /// <summary>Whether models are checked when they are imported.</summary>
        public bool checkImports = true;

        /// <summary>Whether models that fail stop a build in batch mode.</summary>
        public bool failBuilds = true;

        /// <summary>Returns the settings of the project, the defaults if it has none.</summary>
        public static MeshcheckSettings Load()
        {
            var settings = new MeshcheckSettings();
            if (File.Exists(Path))
            {
                JsonUtility.FromJsonOverwrite(File.ReadAllText(Path), settings);
            }
            return settings;
        }
    }
}
